import type { FeedModel } from '../../src/domain/change-feed/live-records.js'
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

/** The company, and a record of each type. */
export const recordsOf = (company: FullCompany) =>
  ({
    Company: { id: company.companyId, uuid: company.uuid },
    User: company.users.technician,
    Profile: company.profile,
    Client: company.client,
    Site: company.site,
    ZoneType: company.zoneType,
    Zone: company.zone,
    Checklist: company.checklist,
    AssetType: company.assetType,
    Asset: company.asset,
    Barcode: company.barcode,
    JobType: company.jobType,
    Job: company.job,
    Document: company.document,
    Finding: company.finding,
    Inspection: company.inspection,
    ApiKey: company.apiKey,
    Webhook: company.webhook,
    WebhookDelivery: company.webhookDelivery,
  }) satisfies Record<FeedModel, Keys> & Record<string, Keys>

interface Keys {
  readonly id?: number
  readonly uuid: string
}

/** Their UUIDs. */
export const uuidsOf = (company: FullCompany): Record<string, string> =>
  Object.fromEntries(Object.entries(recordsOf(company)).map(([type, { uuid }]) => [type, uuid]))
