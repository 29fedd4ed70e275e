import {
  customField,
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newUser,
  newZone,
  newZoneType,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'

/** A company with one record of each kind, by UUID. */
export interface World {
  readonly company: TestCompany
  readonly clientId: string
  readonly siteId: string
  readonly zoneTypeId: string
  readonly zoneId: string
  readonly assetTypeId: string
  readonly fieldId: string
  readonly assetId: string
  readonly jobTypeId: string
  readonly jobId: string
  readonly adminId: string
  readonly technicianId: string
  readonly username: string
}

export async function newWorld(): Promise<World> {
  const company = await newCompany(testDatabase(), { allowExternalBarcodes: true })
  const userOf = ({ viewer }: TestCompany['admin']) =>
    company.db.prisma.user.findUniqueOrThrow({ where: { id: viewer.userId } })
  const [admin, technician] = [await userOf(company.admin), await userOf(company.technician)]
  return {
    ...(await newRecords(company)),
    company,
    adminId: admin.uuid,
    technicianId: technician.uuid,
    username: admin.email,
  }
}

/** One record of each kind of the same company, all of them removed. */
export async function newRemoved({ company }: World): Promise<World> {
  const deletedAt = new Date()
  const admin = await newUser(company, { role: 'admin', deletedAt })
  const technician = await newUser(company, { deletedAt })
  return {
    ...(await newRecords(company, { deletedAt })),
    company,
    adminId: admin.uuid,
    technicianId: technician.uuid,
    username: admin.email,
  }
}

async function newRecords(company: TestCompany, state: { deletedAt?: Date } = {}) {
  const client = await newClient(company, state)
  const site = await newSite(company, { clientId: client.id, ...state })
  const zoneType = await newZoneType(company, state)
  const zone = await newZone(company, { siteId: site.id, typeId: zoneType.id, ...state })
  const field = customField()
  const assetType = await newAssetType(company, { customFields: [field], riskId: 3, ...state })
  const asset = await newAsset(company, { zoneId: zone.id, typeId: assetType.id, ...state })
  const jobType = await newJobType(company, state)
  const job = await newJob(company, { siteId: site.id, typeId: jobType.id, ...state })
  return {
    clientId: client.uuid,
    siteId: site.uuid,
    zoneTypeId: zoneType.uuid,
    zoneId: zone.uuid,
    assetTypeId: assetType.uuid,
    fieldId: field.fieldId,
    assetId: asset.uuid,
    jobTypeId: jobType.uuid,
    jobId: job.uuid,
  }
}
