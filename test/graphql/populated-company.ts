import type { Database } from '../../src/db/connect.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newInspection,
  newJob,
  newJobType,
  newSite,
  newZone,
  newZoneType,
} from '../support/builders.js'

/** A company with at least one record of every type: one of which all that can be null is given, and a bare one. */
export async function newPopulatedCompany(db: Database) {
  const company = await newCompany(db)
  const { companyId, admin, technician } = company
  const client = await newClient(company, { tradingName: 'Trading', vatNumber: 'V1' })
  const site = await newSite(company, {
    clientId: client.id,
    managerId: technician.viewer.userId,
    riskId: 1,
    street: '1 Quay',
    city: 'Port',
    region: 'South',
    timezone: 'Europe/Oslo',
  })
  const bareSite = await newSite(company, { clientId: client.id })
  const checklist = await newChecklist(company)
  const field = customField({ options: ['Steel', 'Brass'] })
  const assetType = await newAssetType(company, {
    checklistId: checklist.id,
    riskId: 2,
    customFields: [field],
    inspectionIntervalDays: 30,
  })
  const zoneType = await newZoneType(company, { riskId: 3 })
  await db.prisma.zoneTypeAssetType.create({
    data: { companyId, zoneTypeId: zoneType.id, assetTypeId: assetType.id },
  })
  const zone = await newZone(company, { siteId: site.id, typeId: zoneType.id, size: 7 })
  const bareZone = await newZone(company, { siteId: site.id })
  const asset = await newAsset(company, {
    zoneId: zone.id,
    typeId: assetType.id,
    riskId: 4,
    metaData: { [field.fieldId]: 'Steel' },
    lastInspection: new Date('2026-01-05T10:00:00Z'),
    nextInspection: new Date('2026-02-04T10:00:00Z'),
  })
  const bareAsset = await newAsset(company, { zoneId: bareZone.id })
  const jobType = await newJobType(company)
  const job = await newJob(company, {
    siteId: site.id,
    typeId: jobType.id,
    zoneIds: [zone.id, bareZone.id],
    status: 'completed',
    completedAt: new Date('2026-01-05T11:00:00Z'),
    closedById: technician.viewer.userId,
    reference: 'REF',
  })
  const bareJob = await newJob(company, { siteId: bareSite.id, typeId: jobType.id })
  const inspection = await newInspection(company, { assetId: asset.id, jobId: job.id, score: 90 })
  await newInspection(company, { assetId: asset.id })
  const document = await newDocument(company, { jobId: job.id })
  const assetDocument = await newDocument(company, { assetId: asset.id })
  const { id: apiKeyId } = await createApiKey(admin, { name: 'integration' })

  const barcode = await db.prisma.barcode.findFirstOrThrow({
    where: { companyId, assetId: asset.id },
  })
  const user = await db.prisma.user.findFirstOrThrow({
    where: { companyId, id: technician.viewer.userId },
    include: { profile: true },
  })
  return {
    ...company,
    bare: { site: bareSite, zone: bareZone, asset: bareAsset, job: bareJob },
    client,
    site,
    checklist,
    assetType,
    zoneType,
    zone,
    asset,
    barcode,
    jobType,
    job,
    inspection,
    document,
    assetDocument,
    user,
    apiKey: await db.prisma.apiKey.findFirstOrThrow({ where: { companyId, id: apiKeyId } }),
  }
}

export type PopulatedCompany = Awaited<ReturnType<typeof newPopulatedCompany>>

/** The UUID of a record of each type, and of the company. */
export const uuidsOf = (company: PopulatedCompany): Record<string, string> => ({
  Company: company.uuid,
  User: company.user.uuid,
  Profile: company.user.profile?.uuid ?? '',
  Client: company.client.uuid,
  Site: company.site.uuid,
  ZoneType: company.zoneType.uuid,
  Zone: company.zone.uuid,
  Checklist: company.checklist.uuid,
  AssetType: company.assetType.uuid,
  Asset: company.asset.uuid,
  Barcode: company.barcode.uuid,
  JobType: company.jobType.uuid,
  Job: company.job.uuid,
  Document: company.document.uuid,
  Inspection: company.inspection.uuid,
  ApiKey: company.apiKey.uuid,
})
