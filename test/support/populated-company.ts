import { v7 as newUuid } from 'uuid'
import type { Prisma } from '../../src/db/generated/prisma/client.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newFinding,
  newInspection,
  newJob,
  newJobType,
  newSite,
  newUser,
  newWebhook,
  newWebhookDelivery,
  newZone,
  newZoneType,
  type TestCompany,
} from './builders.js'
import { testDatabase } from './database.js'
import { newOauthClient, type OauthClient } from './oauth-client.js'

interface Options {
  /** Whether nullable columns have values. */
  readonly full?: boolean
  /** When all records were removed (soft-deleted). If undefined, they are not removed. */
  readonly deletedAt?: Date
  /** Other columns of the site. */
  readonly site?: Partial<Prisma.SiteUncheckedCreateInput>
}

/** One record of each type, linked with each other, in a company that exists. */
export async function newRecords(
  company: TestCompany,
  { full = false, deletedAt, site: siteColumns = {} }: Options = {},
) {
  const { db, companyId, admin, technician } = company
  const removal = deletedAt ? { deletedAt } : {}
  /** Columns that only a full record has. */
  const ifFull = <Columns extends object>(columns: Columns): Partial<Columns> =>
    full ? columns : {}

  const client = await newClient(company, {
    ...ifFull({ tradingName: 'Trading', vatNumber: 'V1', logo: 'https://example.com/logo.png' }),
    ...removal,
  })
  const site = await newSite(company, {
    clientId: client.id,
    ...ifFull({
      managerId: technician.viewer.userId,
      riskId: 2,
      street: '1 Quay',
      city: 'Port',
      region: 'South',
      logo: 'logos/one.png',
    }),
    ...siteColumns,
    ...removal,
  })
  const zoneType = await newZoneType(company, { ...ifFull({ riskId: 1 }), ...removal })
  const zone = await newZone(company, {
    siteId: site.id,
    typeId: zoneType.id,
    size: 40,
    ...removal,
  })
  const checklist = await newChecklist(company, full ? removal : {})
  const field = customField()
  const assetType = await newAssetType(company, {
    customFields: [field],
    ...ifFull({ riskId: 3, checklistId: checklist.id, intervalMonths: 1, intervalDays: 2 }),
    ...removal,
  })
  const asset = await newAsset(company, {
    zoneId: zone.id,
    typeId: assetType.id,
    ...ifFull({
      riskId: 4,
      metaData: { [field.fieldId]: 'Steel' },
      lastInspection: new Date('2026-01-05T10:00:00Z'),
      nextInspection: new Date('2040-01-01T10:00:00Z'),
    }),
    ...removal,
  })
  const barcode = await db.prisma.barcode.findFirstOrThrow({ where: { assetId: asset.id } })
  const jobType = await newJobType(company, removal)
  const job = await newJob(company, {
    siteId: site.id,
    typeId: jobType.id,
    ...ifFull({
      zoneIds: [zone.id],
      status: 'completed',
      completedAt: new Date('2026-01-05T11:00:00Z'),
      closedById: technician.viewer.userId,
      reference: 'REF',
    }),
    ...removal,
  })
  if (full) {
    await linkTypes(company, zoneType.id, assetType.id)
    await db.prisma.profile.update({
      where: { companyId_userId: { companyId, userId: technician.viewer.userId } },
      data: { mobile: '07400 123456', dialingCode: 'GB', picture: 'faces/1.png', position: 'Lead' },
    })
  }
  const inspection = await newInspection(company, { assetId: asset.id, jobId: job.id, score: 90 })
  // It is not open: an open finding would prevent the removal of its asset.
  const finding = await newFinding(company, {
    assetId: asset.id,
    status: 'accepted',
    ...ifFull({
      inspectionId: inspection.id,
      questionId: newUuid(),
      note: 'At the back',
      jobId: job.id,
      status: 'resolved',
      resolution: 'Replaced',
      resolvedAt: new Date('2026-01-07T10:00:00Z'),
      resolvedById: technician.viewer.userId,
      resolvedByInspectionId: inspection.id,
    }),
    ...removal,
  })
  const document = await newDocument(company, { assetId: asset.id })
  const { uuid: apiKeyId } = await createApiKey(admin, { name: 'integration' })
  const apiKey = { uuid: apiKeyId }
  const webhook = await newWebhook(company, {
    ...ifFull({ query: 'query ($id: ID!) { node(id: $id) { id } }', siteIds: [site.uuid] }),
    ...removal,
  })
  const webhookDelivery = await newWebhookDelivery(company, {
    webhookId: webhook.id,
    ...ifFull({ recordId: asset.uuid }),
  })
  return {
    client,
    site,
    zoneType,
    zone,
    checklist,
    field,
    assetType,
    asset,
    barcode,
    jobType,
    job,
    inspection,
    finding,
    document,
    apiKey,
    webhook,
    webhookDelivery,
  }
}

export type PopulatedCompany = TestCompany &
  Awaited<ReturnType<typeof newRecords>> & { readonly oauthClient: OauthClient }

/** A company with one record of each type, linked with each other. */
export async function newPopulatedCompany(
  options: Omit<Options, 'deletedAt'> = {},
): Promise<PopulatedCompany> {
  const full = options.full ? { logo: 'logos/acme.png', vatNumber: 'GB1' } : {}
  const company = await newCompany(testDatabase(), { allowExternalBarcodes: true, ...full })
  const oauthClient = await newOauthClient(company.db)
  return { ...company, ...(await newRecords(company, options)), oauthClient }
}

/** One record of each type of the same company, and an admin and a technician, all of them removed. */
export async function newRemovedRecords(company: PopulatedCompany): Promise<PopulatedCompany> {
  const deletedAt = new Date()
  const users = {
    admin: await newUser(company, { role: 'admin', deletedAt }),
    technician: await newUser(company, { deletedAt }),
  }
  return { ...company, ...(await newRecords(company, { deletedAt })), users }
}

/** Links an asset type to a zone type: its assets are expected in such zones. */
export const linkTypes = (
  { db, companyId }: TestCompany,
  zoneTypeId: number,
  assetTypeId: number,
) => db.prisma.zoneTypeAssetType.create({ data: { companyId, zoneTypeId, assetTypeId } })
