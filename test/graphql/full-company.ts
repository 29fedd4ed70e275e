import { newAsset, newInspection, newZone } from '../support/builders.js'
import { newPopulatedCompany, newRecords } from '../support/populated-company.js'

/** A company with a full record of each type and `bare` ones, whose nullable columns are null. */
export type FullCompany = Awaited<ReturnType<typeof newFullCompany>>

export async function newFullCompany() {
  const company = await newPopulatedCompany({ full: true, site: { timezone: 'Europe/Oslo' } })
  const bare = await newRecords(company)
  const { site, zone, zoneType, asset, assetType, field, job } = company
  await company.db.prisma.assetType.updateMany({
    where: { id: assetType.id },
    data: { customFields: [{ ...field, options: ['Steel', 'Brass'] }] },
  })
  const second = await newZone(company, { siteId: site.id, typeId: zoneType.id })
  await company.db.prisma.jobZone.create({
    data: { companyId: company.companyId, jobId: job.id, zoneId: second.id },
  })
  const nextInspection = new Date('2026-02-04T10:00:00Z')
  await newAsset(company, { zoneId: zone.id, typeId: assetType.id, nextInspection })
  await newInspection(company, { assetId: asset.id })
  const profile = await company.db.prisma.profile.findFirstOrThrow({
    where: { userId: company.users.technician.id },
  })
  return { ...company, bare, profile }
}

/** The UUID of a record of each type, and of the company. */
export const uuidsOf = (company: FullCompany): Record<string, string> => ({
  Company: company.uuid,
  User: company.users.technician.uuid,
  Profile: company.profile.uuid,
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
  Finding: company.finding.uuid,
  Inspection: company.inspection.uuid,
  ApiKey: company.apiKey.uuid,
  Webhook: company.webhook.uuid,
  WebhookDelivery: company.webhookDelivery.uuid,
})
