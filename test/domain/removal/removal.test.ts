import { describe, expect, it } from 'vitest'
import { createZone } from '../../../src/domain/zone/create-zone.js'
import { completeJob } from '../../../src/domain/job/complete-job.js'
import { startJob } from '../../../src/domain/job/start-job.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../../src/domain/removal/restore-record.js'
import type { RemovableModel } from '../../../src/domain/record/require-record.js'
import { updateUser } from '../../../src/domain/user/update-user.js'
import {
  at,
  domainOf,
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newFinding,
  newJob,
  newJobType,
  newSite,
  newUser,
  newWebhook,
  newZone,
  newZoneType,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { newSession } from '../../support/sessions.js'

const db = testDatabase()

interface Row {
  readonly id: number
  readonly deletedAt: Date | null
}
type Build = (company: TestCompany, overrides?: object) => Promise<Row>

const nouns: Record<RemovableModel, { build: Build; read: (id: number) => Promise<Row> }> = {
  Client: { build: newClient, read: (id) => db.prisma.client.findFirstOrThrow({ where: { id } }) },
  Site: { build: newSite, read: (id) => db.prisma.site.findFirstOrThrow({ where: { id } }) },
  Zone: { build: newZone, read: (id) => db.prisma.zone.findFirstOrThrow({ where: { id } }) },
  ZoneType: {
    build: newZoneType,
    read: (id) => db.prisma.zoneType.findFirstOrThrow({ where: { id } }),
  },
  Asset: { build: newAsset, read: (id) => db.prisma.asset.findFirstOrThrow({ where: { id } }) },
  AssetType: {
    build: newAssetType,
    read: (id) => db.prisma.assetType.findFirstOrThrow({ where: { id } }),
  },
  Document: {
    build: newDocument,
    read: (id) => db.prisma.document.findFirstOrThrow({ where: { id } }),
  },
  Finding: {
    build: newFinding,
    read: (id) => db.prisma.finding.findFirstOrThrow({ where: { id } }),
  },
  Checklist: {
    build: newChecklist,
    read: (id) => db.prisma.checklist.findFirstOrThrow({ where: { id } }),
  },
  Job: { build: newJob, read: (id) => db.prisma.job.findFirstOrThrow({ where: { id } }) },
  JobType: {
    build: newJobType,
    read: (id) => db.prisma.jobType.findFirstOrThrow({ where: { id } }),
  },
  User: {
    build: newUser,
    read: (id) => db.prisma.user.findFirstOrThrow({ where: { id } }),
  },
  Webhook: {
    build: newWebhook,
    read: (id) => db.prisma.webhook.findFirstOrThrow({ where: { id } }),
  },
}
const models = Object.keys(nouns) as RemovableModel[]

describe.each(models)('removing and restoring: %s', (model) => {
  const { build, read } = nouns[model]

  it('stores the time of removal, and restores the record unchanged', async () => {
    const company = await newCompany(db)
    const before = await build(company)
    const { id } = before
    const removedAt = new Date('2026-03-02T12:00:00Z')
    expect(await removeRecord(at(company.admin, removedAt), model, { id })).toEqual({ id })
    expect((await read(id)).deletedAt).toEqual(removedAt)
    expect(await restoreRecord(company.admin, model, { id })).toEqual({ id })
    expect(await read(id)).toEqual({ ...before, updatedAt: expect.any(Date) as Date })
  })

  it('are idempotent', async () => {
    const company = await newCompany(db)
    const { id } = await build(company)
    await restoreRecord(company.admin, model, { id })
    await removeRecord(company.admin, model, { id })
    const removed = await read(id)
    expect(await removeRecord(company.admin, model, { id })).toEqual({ id })
    expect(await read(id)).toEqual(removed)
  })
})

/** A parent that cannot be removed before the child that references it. */
const needs: { parent: RemovableModel; child: RemovableModel; key: string; many?: true }[] = [
  { parent: 'Client', child: 'Site', key: 'clientId' },
  { parent: 'User', child: 'Site', key: 'managerId' },
  { parent: 'Site', child: 'Zone', key: 'siteId' },
  { parent: 'ZoneType', child: 'Zone', key: 'typeId' },
  { parent: 'Zone', child: 'Asset', key: 'zoneId' },
  { parent: 'AssetType', child: 'Asset', key: 'typeId' },
  { parent: 'Asset', child: 'Finding', key: 'assetId' },
  { parent: 'Site', child: 'Job', key: 'siteId' },
  { parent: 'Zone', child: 'Job', key: 'zoneIds', many: true },
  { parent: 'JobType', child: 'Job', key: 'typeId' },
  { parent: 'User', child: 'Job', key: 'technicianId' },
]

describe.each(needs)(
  '$parent, which a $child references as its $key',
  ({ parent, child, key, many }) => {
    it('cannot be removed before the child, nor the child restored before it', async () => {
      const { admin, ...company } = await newCompany(db)
      const { id: parentId } = await nouns[parent].build({ admin, ...company })
      const overrides = { [key]: many ? [parentId] : parentId }
      const { id: childId } = await nouns[child].build({ admin, ...company }, overrides)

      expect(await errorCodesOf(removeRecord(admin, parent, { id: parentId }))).toEqual([
        'IN_USE id',
      ])
      expect((await nouns[parent].read(parentId)).deletedAt).toBeNull()

      await removeRecord(admin, child, { id: childId })
      await removeRecord(admin, parent, { id: parentId })

      expect(await errorCodesOf(restoreRecord(admin, child, { id: childId }))).toEqual([
        'WRONG_STATE id',
      ])
      expect((await nouns[child].read(childId)).deletedAt).not.toBeNull()

      await restoreRecord(admin, parent, { id: parentId })
      await restoreRecord(admin, child, { id: childId })
    })
  },
)

describe('removeRecord', () => {
  it.each(['scheduled', 'in_progress', 'paused'] as const)(
    'is rejected for the references of a %s job',
    async (status) => {
      const company = await newCompany(db)
      const workingSince = status === 'in_progress' ? new Date() : null
      const zone = await newZone(company)
      const job = await newJob(company, { status, workingSince, zoneIds: [zone.id] })
      const { admin, technician } = company
      for (const [model, id] of [
        ['Site', job.siteId],
        ['Zone', zone.id],
        ['JobType', job.typeId],
        ['User', technician.viewer.userId],
      ] as const) {
        const codes = await errorCodesOf(removeRecord(admin, model, { id }))
        expect(new Set(codes)).toEqual(new Set(['IN_USE id']))
      }
    },
  )

  it.each(['completed', 'cancelled'] as const)(
    'accepts the references of a %s job, which can be removed and restored itself',
    async (status) => {
      const company = await newCompany(db)
      const zone = await newZone(company)
      const job = await newJob(company, { status, siteId: zone.siteId, zoneIds: [zone.id] })
      const { admin, technician } = company
      await removeRecord(admin, 'Zone', { id: zone.id })
      await removeRecord(admin, 'Site', { id: job.siteId })
      await removeRecord(admin, 'JobType', { id: job.typeId })
      await removeRecord(admin, 'User', { id: technician.viewer.userId })
      const deletedAt = async () =>
        (await db.prisma.job.findFirstOrThrow({ where: { id: job.id } })).deletedAt
      expect(await deletedAt()).toBeNull()
      await removeRecord(admin, 'Job', { id: job.id })
      expect(await deletedAt()).toBeInstanceOf(Date)
      await restoreRecord(admin, 'Job', { id: job.id })
      expect(await deletedAt()).toBeNull()
    },
  )

  it('reports all references that prevent it', async () => {
    const company = await newCompany(db)
    const { siteId } = await newZone(company)
    await newJob(company, { siteId })
    expect(await errorCodesOf(removeRecord(company.admin, 'Site', { id: siteId }))).toEqual([
      'IN_USE id',
      'IN_USE id',
    ])
  })

  it('removes and restores the barcode with its asset', async () => {
    const company = await newCompany(db)
    const { id } = await newAsset(company)
    const barcode = () => db.prisma.barcode.findFirstOrThrow({ where: { assetId: id } })
    await removeRecord(company.admin, 'Asset', { id })
    expect((await barcode()).deletedAt).not.toBeNull()
    await restoreRecord(company.admin, 'Asset', { id })
    expect((await barcode()).deletedAt).toBeNull()
  })

  it('ends the sessions of a removed user only', async () => {
    const company = await newCompany(db)
    const [gone, stays] = [await newUser(company), await newUser(company)]
    for (const { id } of [gone, stays]) await newSession(domainOf(company, id, 'technician'))
    await removeRecord(company.admin, 'User', { id: gone.id })
    await restoreRecord(company.admin, 'User', { id: gone.id })
    expect(await openSessions(gone.id)).toBe(0)
    expect(await openSessions(stays.id)).toBe(1)
  })

  it('rejects the calling user and the primary user', async () => {
    const company = await newCompany(db)
    const { id } = await newUser(company, { role: 'admin' })
    const second = domainOf(company, id, 'admin')
    const primary = company.admin.viewer.userId
    expect(await errorCodesOf(removeRecord(second, 'User', { id }))).toEqual(['NOT_ALLOWED id'])
    expect(await errorCodesOf(removeRecord(second, 'User', { id: primary }))).toEqual([
      'NOT_ALLOWED id',
    ])
    expect(await errorCodesOf(updateUser(second, { id: primary, active: false }))).toEqual([
      'NOT_ALLOWED active',
    ])
  })

  it('leaves one admin if two remove each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const company = await newCompany(db)
      await db.prisma.company.update({
        where: { id: company.companyId },
        data: { primaryUserId: company.technician.viewer.userId },
      })
      const first = company.admin.viewer.userId
      const { id: second } = await newUser(company, { role: 'admin' })
      await Promise.allSettled([
        removeRecord(company.admin, 'User', { id: second }),
        removeRecord(domainOf(company, second, 'admin'), 'User', { id: first }),
      ])
      const gone = await db.prisma.user.count({
        where: { id: { in: [first, second] }, deletedAt: { not: null } },
      })
      expect(gone).toBe(1)
    }
  })

  it('never leaves a zone at a removed site, even concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const company = await newCompany(db)
      const [site, type] = [await newSite(company), await newZoneType(company)]
      const answers = await Promise.allSettled([
        createZone(company.admin, { siteId: site.id, typeId: type.id, name: 'Roof' }),
        removeRecord(company.admin, 'Site', { id: site.id }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('rejects status changes of a removed job', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company)
    await startJob(company.technician, { id })
    await removeRecord(company.admin, 'Job', { id })
    expect(await errorCodesOf(completeJob(company.technician, { id }))).toEqual(['REMOVED'])
  })
})

const openSessions = (userId: number) =>
  db.prisma.session.count({ where: { userId, revokedAt: null } })
