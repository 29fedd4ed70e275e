import type { Prisma } from '../db/generated/prisma/client.js'

/** The models of the demo data in the order of insertion: each follows the models that its foreign keys refer to. */
export const demoModels = [
  'Company',
  'User',
  'Membership',
  'Profile',
  'Client',
  'Site',
  'ZoneType',
  'Checklist',
  'ChecklistVersion',
  'AssetType',
  'ZoneTypeAssetType',
  'Zone',
  'Asset',
  'Barcode',
  'JobType',
  'Job',
  'JobZone',
  'Inspection',
  'Finding',
  'Document',
] as const

export type DemoModel = (typeof demoModels)[number]

type Created<Model extends DemoModel> = Exclude<
  Prisma.TypeMap['model'][Model]['operations']['createMany']['args']['data'],
  readonly unknown[]
>

/** A row to insert. Its `id` is required if the model has one. */
type Row<Model extends DemoModel> = Created<Model> &
  ('id' extends keyof Created<Model> ? { id: number } : unknown)

/**
 * The rows of one company. The ids of each table count from 1, and foreign keys refer to these ids. `insertCompany`
 * replaces them with ids from the sequences of the database.
 */
export type CompanyRows = Rows<DemoModel>

/** The rows of some models. */
export type Rows<Models extends DemoModel> = { [Model in Models]: Row<Model>[] }

/** The id that `CompanyRows` use for the company. */
export const COMPANY_ID = 1
