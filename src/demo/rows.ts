import type { Prisma } from '../db/generated/prisma/client.js'

/** The models of the demo data in the order of insertion: each comes after the models that it refers to. */
export const demoModels = [
  'Company',
  'User',
  'Membership',
  'Profile',
  'Client',
  'Site',
  'ZoneType',
  'Checklist',
  'ChecklistCheck',
  'AssetType',
  'ZoneTypeAssetType',
  'Zone',
  'Asset',
  'Barcode',
  'JobType',
  'Job',
  'JobZone',
  'Inspection',
  'Document',
] as const

export type DemoModel = (typeof demoModels)[number]

type Created<Model extends DemoModel> = Exclude<
  Prisma.TypeMap['model'][Model]['operations']['createMany']['args']['data'],
  readonly unknown[]
>

/** A row to insert. If its model has an id, the row has one. */
type Row<Model extends DemoModel> = Created<Model> &
  ('id' extends keyof Created<Model> ? { id: number } : unknown)

/**
 * The rows of one company. Their ids count from 1 in each table, and foreign keys hold these ids; `insertCompany`
 * replaces them by ids from the database's sequences.
 */
export type CompanyRows = Rows<DemoModel>

/** The rows of some models. */
export type Rows<Models extends DemoModel> = { [Model in Models]: Row<Model>[] }

/** The id of the one company among its rows. */
export const COMPANY_ID = 1
