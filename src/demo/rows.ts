import type { Prisma } from '../db/generated/prisma/client.js'

type Numbered<Row> = Row & { id: number }

/**
 * The rows of one company, in the order in which they can be inserted. Their ids count from 1 in each table, and the
 * company's is 1: what refers to another row holds its number here, and gets the id that the database gives it.
 */
export interface CompanyRows {
  Company: Numbered<Prisma.CompanyCreateManyInput>[]
  User: Numbered<Prisma.UserCreateManyInput>[]
  Membership: Prisma.MembershipCreateManyInput[]
  Profile: Numbered<Prisma.ProfileCreateManyInput>[]
  Client: Numbered<Prisma.ClientCreateManyInput>[]
  Site: Numbered<Prisma.SiteCreateManyInput>[]
  ZoneType: Numbered<Prisma.ZoneTypeCreateManyInput>[]
  Checklist: Numbered<Prisma.ChecklistCreateManyInput>[]
  ChecklistCheck: Numbered<Prisma.ChecklistCheckCreateManyInput>[]
  AssetType: Numbered<Prisma.AssetTypeCreateManyInput>[]
  ZoneTypeAssetType: Prisma.ZoneTypeAssetTypeCreateManyInput[]
  Zone: Numbered<Prisma.ZoneCreateManyInput>[]
  Asset: Numbered<Prisma.AssetCreateManyInput>[]
  Barcode: Numbered<Prisma.BarcodeCreateManyInput>[]
  JobType: Numbered<Prisma.JobTypeCreateManyInput>[]
  Job: Numbered<Prisma.JobCreateManyInput>[]
  JobZone: Prisma.JobZoneCreateManyInput[]
  Inspection: Numbered<Prisma.InspectionCreateManyInput>[]
  Document: Numbered<Prisma.DocumentCreateManyInput>[]
}

export type DemoModel = keyof CompanyRows

/** The number of the company that every generated row belongs to. */
export const COMPANY_ID = 1
