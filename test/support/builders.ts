import { v7 as newUuid } from 'uuid'
import type { TestDatabase } from './own-statements.js'
import type { Prisma } from '../../src/db/generated/prisma/client.js'
import type { Role } from '../../src/domain/access/viewer.js'
import type { CustomFieldKind } from '../../src/domain/asset-type/custom-field-kind.js'
import { createDomain, type Domain } from '../../src/domain/domain.js'
import { afterFile } from './after-file.js'
import { serviceDatabaseOf } from './service-database.js'

/** The password of every user that `newUser` creates. */
export const PASSWORD = 'builder-password'

/** A constant, because argon2id is slow on purpose. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AOy2YBhyGA8q6HtFPSA+QA$Zci7EGJGnPCgGivhCRDAr2ozMJ6KUeXp2DF242sEoLg'

/** A company for one test, with the domain of an admin and of a technician. */
export interface TestCompany {
  readonly db: TestDatabase
  readonly companyId: number
  readonly uuid: string
  readonly admin: Domain
  readonly technician: Domain
  readonly users: { readonly admin: TestUser; readonly technician: TestUser }
}

type TestUser = Awaited<ReturnType<typeof newUser>>

type Overrides<Input> = Partial<Omit<Input, 'id' | 'companyId'>>

/** A company with its primary user, who is an admin, and a technician. */
export async function newCompany(
  db: TestDatabase,
  overrides: Overrides<Prisma.CompanyUncheckedCreateInput> = {},
): Promise<TestCompany> {
  const company = await db.prisma.company.create({
    data: { uuid: newUuid(), name: named('Company'), ...overrides },
  })
  const bare = { db, companyId: company.id }
  const admin = await newUser(bare, { role: 'admin' })
  const technician = await newUser(bare)
  await db.prisma.company.update({
    where: { id: company.id },
    data: { primaryUserId: admin.id },
    select: { id: true },
  })
  return {
    ...bare,
    uuid: company.uuid,
    admin: domainOf(bare, admin.id, 'admin'),
    technician: domainOf(bare, technician.id, 'technician'),
    users: { admin, technician },
  }
}

type Company = Pick<TestCompany, 'db' | 'companyId'>

/** The domain of a user of the company. */
export const domainOf = ({ db, companyId }: Company, userId: number, role: Role): Domain =>
  createDomain(serviceDatabaseOf(db), { userId, companyId, role })

/** The same domain with another current time. */
export const at = (domain: Domain, time: Date | string): Domain => ({
  ...domain,
  now: () => new Date(time),
})

/** A user with a profile; the default role is technician. */
export async function newUser(
  { db, companyId }: Company,
  {
    role = 'technician',
    ...overrides
  }: Overrides<Prisma.UserUncheckedCreateInput> & {
    role?: Role
  } = {},
) {
  const uuid = newUuid()
  const user = await db.prisma.user.create({
    data: {
      uuid,
      companyId,
      firstName: 'Robin',
      lastName: named('Person'),
      email: `user-${uuid}@example.com`,
      passwordHash: PASSWORD_HASH,
      ...overrides,
    },
  })
  await db.prisma.$executeRaw`
    with membership as (
      insert into membership (company_id, user_id, role)
      values (${companyId}, ${user.id}, ${role}::role)
    )
    insert into profile (uuid, company_id, user_id)
    values (${newUuid()}::uuid, ${companyId}, ${user.id})`
  return user
}

export const newClient = (
  { db, admin, companyId }: TestCompany,
  overrides: Overrides<Prisma.ClientUncheckedCreateInput> = {},
) =>
  db.prisma.client.create({
    data: {
      uuid: newUuid(),
      companyId,
      userId: admin.viewer.userId,
      legalName: named('Client'),
      ...overrides,
    },
  })

export const newSite = async (
  company: TestCompany,
  overrides: Overrides<Prisma.SiteUncheckedCreateInput> = {},
) =>
  company.db.prisma.site.create({
    data: {
      uuid: newUuid(),
      companyId: company.companyId,
      userId: company.admin.viewer.userId,
      name: named('Site'),
      clientId: overrides.clientId ?? (await newClient(company)).id,
      ...overrides,
    },
  })

export const newZoneType = (
  { db, companyId }: TestCompany,
  overrides: Overrides<Prisma.ZoneTypeUncheckedCreateInput> = {},
) =>
  db.prisma.zoneType.create({
    data: { uuid: newUuid(), companyId, description: named('Zone type'), ...overrides },
  })

export const newZone = async (
  company: TestCompany,
  overrides: Overrides<Prisma.ZoneUncheckedCreateInput> = {},
) =>
  company.db.prisma.zone.create({
    data: {
      uuid: newUuid(),
      companyId: company.companyId,
      userId: company.admin.viewer.userId,
      name: named('Zone'),
      siteId: overrides.siteId ?? (await newSite(company)).id,
      typeId: overrides.typeId ?? (await newZoneType(company)).id,
      ...overrides,
    },
  })

export const newChecklist = (
  { db, companyId }: TestCompany,
  {
    sections = [],
    passPercentage = 100,
    ...overrides
  }: Overrides<Prisma.ChecklistUncheckedCreateInput> &
    Partial<Pick<Prisma.ChecklistVersionUncheckedCreateInput, 'sections' | 'passPercentage'>> = {},
) =>
  db.prisma.checklist.create({
    data: {
      uuid: newUuid(),
      companyId,
      name: named('Checklist'),
      versions: {
        create: { uuid: newUuid(), number: 1, checksCount: 0, sections, passPercentage },
      },
      ...overrides,
    },
  })

export const newAssetType = ({ db, companyId }: TestCompany, overrides: AssetTypeOverrides = {}) =>
  db.prisma.assetType.create({
    data: {
      uuid: newUuid(),
      companyId,
      name: named('Asset type'),
      shortCode: `T${next()}`,
      ...overrides,
    },
  })

type AssetTypeOverrides = Overrides<Prisma.AssetTypeUncheckedCreateInput>

/** A custom field of an asset type; by default an optional text. */
export const customField = (overrides: Partial<CustomFieldRow> = {}): CustomFieldRow => ({
  fieldId: newUuid(),
  label: named('Field'),
  kind: overrides.options?.length ? 'CHOICE' : 'TEXT',
  default: '',
  placeholder: '',
  isRequired: false,
  options: [],
  ...overrides,
})

type CustomFieldRow = {
  fieldId: string
  label: string
  kind: CustomFieldKind
  unit?: string | null
  minimum?: number | null
  maximum?: number | null
  default: string
  placeholder: string
  isRequired: boolean
  options: string[]
}

/** An asset with its barcode, whose data is `barcode`. */
export async function newAsset(
  company: TestCompany,
  {
    barcode = named('Barcode'),
    nextInspection,
    ...overrides
  }: Overrides<Omit<Prisma.AssetUncheckedCreateInput, 'barcode'>> & {
    barcode?: string
    /** When the next inspection is due. Its type gets a long interval. */
    nextInspection?: Date | undefined
  } = {},
) {
  const { db, companyId, admin } = company
  const typeId = overrides.typeId ?? (await newAssetType(company)).id
  if (nextInspection) {
    const where = { companyId, id: typeId }
    await db.prisma.assetType.updateMany({ where, data: { intervalDays: LONG_INTERVAL_DAYS } })
  }
  const asset = await db.prisma.asset.create({
    data: {
      uuid: newUuid(),
      companyId,
      userId: admin.viewer.userId,
      code: named('Asset'),
      zoneId: overrides.zoneId ?? (await newZone(company)).id,
      ...(nextInspection ? { dueBasis: dueBasisOf(nextInspection) } : {}),
      ...overrides,
      typeId,
    },
  })
  await db.prisma.barcode.create({
    data: { uuid: newUuid(), companyId, assetId: asset.id, data: barcode },
    select: { id: true },
  })
  return asset
}

/** So long that no other asset of the type is due. */
export const LONG_INTERVAL_DAYS = 10_000

/** The basis of an asset at a site in UTC, if its type has that interval. */
export const dueBasisOf = (nextInspection: Date) =>
  new Date(+nextInspection - LONG_INTERVAL_DAYS * 86_400_000)

export const newJobType = (
  { db, companyId }: TestCompany,
  overrides: Overrides<Prisma.JobTypeUncheckedCreateInput> = {},
) =>
  db.prisma.jobType.create({
    data: { uuid: newUuid(), companyId, description: named('Job type'), ...overrides },
  })

/**
 * A scheduled job of the company's technician. Its default site is that of its first zone; if it has no zones, a new
 * site.
 */
export async function newJob(
  company: TestCompany,
  {
    zoneIds = [],
    ...overrides
  }: Overrides<Prisma.JobUncheckedCreateInput> & { zoneIds?: number[] } = {},
) {
  const { db, companyId, admin, technician } = company
  const { jobNumber } = await db.prisma.company.update({
    where: { id: companyId },
    data: { jobNumber: { increment: 1 } },
    select: { jobNumber: true },
  })
  const zone =
    zoneIds[0] && (await db.prisma.zone.findFirstOrThrow({ where: { id: zoneIds[0], companyId } }))
  const siteId = overrides.siteId ?? (zone ? zone.siteId : (await newSite(company)).id)
  const job = await db.prisma.job.create({
    data: {
      uuid: newUuid(),
      companyId,
      number: jobNumber,
      userId: admin.viewer.userId,
      technicianId: technician.viewer.userId,
      siteId,
      typeId: overrides.typeId ?? (await newJobType(company)).id,
      scheduledStart: new Date('2030-01-07T09:00:00Z'),
      scheduledEnd: new Date('2030-01-07T11:00:00Z'),
      requiresSignature: false,
      ...(overrides.status === 'in_progress' && { workingSince: new Date() }),
      ...overrides,
    },
  })
  if (zoneIds.length > 0) {
    await db.prisma.jobZone.createMany({
      data: zoneIds.map((zoneId) => ({ companyId, jobId: job.id, zoneId })),
    })
  }
  return job
}

/** A passed inspection by the company's technician; it does not change the asset. */
export const newInspection = async (
  company: TestCompany,
  overrides: Overrides<Prisma.InspectionUncheckedCreateInput> = {},
) =>
  company.db.prisma.inspection.create({
    data: {
      uuid: newUuid(),
      companyId: company.companyId,
      inspectorId: company.technician.viewer.userId,
      assetId: overrides.assetId ?? (await newAsset(company)).id,
      outcome: 'passed',
      inspectedAt: new Date('2026-01-05T10:00:00Z'),
      ...overrides,
    },
  })

/** An open finding about an asset, by the company's technician. */
export const newFinding = async (
  company: TestCompany,
  overrides: Overrides<Prisma.FindingUncheckedCreateInput> = {},
) =>
  company.db.prisma.finding.create({
    data: {
      uuid: newUuid(),
      companyId: company.companyId,
      userId: company.technician.viewer.userId,
      assetId: overrides.assetId ?? (await newAsset(company)).id,
      title: named('Finding'),
      riskId: 2,
      openedAt: new Date('2026-01-05T10:00:00Z'),
      dueAt: new Date('2026-01-12T10:00:00Z'),
      ...overrides,
    },
  })

/** A small PDF on a job or an asset; on a new job if neither is given. */
export const newDocument = async (
  company: TestCompany,
  overrides: Overrides<Prisma.DocumentUncheckedCreateInput> = {},
) => {
  const content = overrides.content ?? Buffer.from('%PDF-1.7\n')
  const owned = overrides.jobId !== undefined || overrides.assetId !== undefined
  return company.db.prisma.document.create({
    data: {
      uuid: newUuid(),
      companyId: company.companyId,
      userId: company.admin.viewer.userId,
      ...(owned ? {} : { jobId: (await newJob(company)).id }),
      name: 'report.pdf',
      contentType: 'application/pdf',
      size: content.byteLength,
      ...overrides,
      content,
    },
  })
}

/** A small photograph that was uploaded and belongs to no record yet. */
export const newUpload = async (
  company: TestCompany,
  overrides: Overrides<Prisma.DocumentUncheckedCreateInput> = {},
) => {
  const { companyId, db } = company
  const key = newUuid()
  await db.prisma.documentUpload.create({ data: { companyId, key } })
  await db.prisma.documentContent.create({
    data: { companyId, key, position: 0, content: Buffer.from('\x89PNG', 'latin1') },
  })
  return db.prisma.document.create({
    data: {
      uuid: newUuid(),
      companyId,
      userId: company.technician.viewer.userId,
      name: 'photo.png',
      contentType: 'image/png',
      size: 4,
      sha256: Buffer.alloc(32),
      contentKey: key,
      ...overrides,
    },
  })
}

let count = 0
afterFile(() => (count = 0))
const next = () => (count += 1)
const named = (noun: string) => `${noun} ${next()}`

/** A webhook of the admin, whose secret signs nothing that a test verifies. */
export const newWebhook = (
  { db, companyId, admin }: TestCompany,
  overrides: Overrides<Prisma.WebhookUncheckedCreateInput> = {},
) =>
  db.prisma.webhook.create({
    data: {
      ...{ companyId, uuid: newUuid(), url: 'https://example.com/webhook' },
      ...{ triggers: ['asset.status'], userId: admin.viewer.userId, secret: new Uint8Array(33) },
      sinceTransactionId: 0n,
      ...overrides,
    },
  })

/** A delivery of a webhook, which is not due. */
export const newWebhookDelivery = async (
  company: TestCompany,
  overrides: Overrides<Prisma.WebhookDeliveryUncheckedCreateInput> = {},
) =>
  company.db.prisma.webhookDelivery.create({
    data: {
      ...{ companyId: company.companyId, uuid: newUuid(), type: 'asset.status', body: '{}' },
      webhookId: overrides.webhookId ?? (await newWebhook(company)).id,
      nextAttemptAt: new Date(Date.now() + 3_600_000),
      ...overrides,
    },
  })
