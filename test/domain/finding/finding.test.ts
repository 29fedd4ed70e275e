import { describe, expect, it } from 'vitest'
import { acceptFinding } from '../../../src/domain/finding/accept-finding.js'
import { createFinding } from '../../../src/domain/finding/create-finding.js'
import { reopenFinding } from '../../../src/domain/finding/reopen-finding.js'
import { resolveFinding } from '../../../src/domain/finding/resolve-finding.js'
import { updateFinding } from '../../../src/domain/finding/update-finding.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../../src/domain/removal/restore-record.js'
import { riskIds } from '../../../src/domain/risk/risk.js'
import { at, newAsset, newCompany, newFinding } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const NOON = '2026-03-02T12:00:00.000Z'

const read = (id: number) => db.prisma.finding.findFirstOrThrow({ where: { id } })

describe('createFinding', () => {
  it.each([
    ['Critical', '2026-03-03T12:00:00.000Z'],
    ['High', '2026-03-09T12:00:00.000Z'],
    ['medium', '2026-04-01T12:00:00.000Z'],
    ['LOW', '2026-05-31T12:00:00.000Z'],
  ])('derives when a finding of severity %s is due', async (severity, dueAt) => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const input = { assetId, title: ' Hinge is broken ', severity }
    const { id } = await createFinding(at(company.technician, NOON), input)
    expect(await read(id)).toMatchObject({
      ...{ assetId, title: 'Hinge is broken', note: null, status: 'open' },
      ...{ inspectionId: null, questionId: null, jobId: null, resolvedAt: null },
      ...{ openedAt: new Date(NOON), dueAt: new Date(dueAt) },
      userId: company.technician.viewer.userId,
    })
  })

  it('accepts another due date', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const dueAt = new Date('2026-06-01T00:00:00Z')
    const input = { assetId, title: 'Rust', note: 'Left\nside', severity: 'Low', dueAt }
    const { id } = await createFinding(company.admin, input)
    expect(await read(id)).toMatchObject({ dueAt, note: 'Left\nside', riskId: riskIds.Low })
  })

  it('reports all errors together', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company, { decommissionedAt: new Date() })
    const dueAt = new Date('0001-01-01T00:00:00Z')
    const input = { assetId, title: ' ', note: 'x'.repeat(10_001), severity: 'Huge', dueAt }
    expect(await errorCodesOf(createFinding(company.admin, input))).toEqual([
      'OUT_OF_RANGE dueAt',
      'REQUIRED title',
      'TOO_LONG note',
      'INVALID severity',
      'WRONG_STATE assetId',
    ])
  })
})

describe('updateFinding', () => {
  it('moves a due date that follows from the severity', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const input = { assetId, title: 'Rust', severity: 'High' }
    const { id } = await createFinding(at(company.admin, NOON), input)
    const dueAt = async () => (await read(id)).dueAt.toISOString()

    await updateFinding(company.technician, { id, severity: 'Critical' })
    expect(await dueAt()).toBe('2026-03-03T12:00:00.000Z')
    await updateFinding(company.technician, { id, dueAt: new Date('2026-03-20T00:00:00Z') })
    await updateFinding(company.technician, { id, severity: 'Low', title: 'Much rust' })
    expect(await dueAt()).toBe('2026-03-20T00:00:00.000Z')
    await updateFinding(company.technician, { id, dueAt: null })
    expect(await dueAt()).toBe('2026-05-31T12:00:00.000Z')
    expect(await read(id)).toMatchObject({ title: 'Much rust', riskId: riskIds.Low })
  })

  it('rejects null for the title and the severity, and findings that are not open', async () => {
    const company = await newCompany(db)
    const { id } = await newFinding(company, { status: 'resolved' })
    const change = { id, title: null, severity: null }
    expect(await errorCodesOf(updateFinding(company.admin, change))).toEqual([
      'REQUIRED title',
      'REQUIRED severity',
      'WRONG_STATE id',
    ])
  })
})

describe('resolveFinding, acceptFinding and reopenFinding', () => {
  it.each([
    ['resolved', resolveFinding],
    ['accepted', acceptFinding],
  ] as const)('an open finding is %s once, and can be reopened', async (status, close) => {
    const company = await newCompany(db)
    const { admin } = company
    const before = await newFinding(company)
    const { id } = before
    await close(at(admin, NOON), { id, resolution: ' Replaced ' })
    expect(await read(id)).toMatchObject({
      ...{ status, resolution: 'Replaced', resolvedAt: new Date(NOON) },
      ...{ resolvedById: admin.viewer.userId, resolvedByInspectionId: null },
    })
    for (const again of [resolveFinding, acceptFinding])
      expect(await errorCodesOf(again(admin, { id, resolution: '' }))).toEqual([
        'WRONG_STATE id',
        'REQUIRED resolution',
      ])
    await reopenFinding(admin, { id })
    expect(await read(id)).toEqual({ ...before, updatedAt: expect.any(Date) as Date })
    expect(await errorCodesOf(reopenFinding(admin, { id }))).toEqual(['WRONG_STATE id'])
  })

  it('only admins accept a finding and reopen an accepted one', async () => {
    const company = await newCompany(db)
    const { admin, technician } = company
    const { id } = await newFinding(company)
    const input = { id, resolution: 'Rare' }
    expect(await errorCodesOf(acceptFinding(technician, input))).toEqual(['FORBIDDEN'])
    await acceptFinding(admin, input)
    expect(await errorCodesOf(reopenFinding(technician, { id }))).toEqual(['NOT_ALLOWED id'])
    await reopenFinding(admin, { id })
    await resolveFinding(technician, input)
    await reopenFinding(technician, { id })
  })

  it('an asset with open findings cannot be removed, nor a finding of a removed asset reopened', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const { id, assetId } = await newFinding(company)
    const remove = () => removeRecord(admin, 'Asset', { id: assetId })
    expect(await errorCodesOf(remove())).toEqual(['IN_USE id'])
    await resolveFinding(admin, { id, resolution: 'Replaced' })
    await remove()
    expect(await errorCodesOf(reopenFinding(admin, { id }))).toEqual(['WRONG_STATE id'])
    await restoreRecord(admin, 'Asset', { id: assetId })
    await reopenFinding(admin, { id })
  })

  it('two users who resolve a finding at the same time: the second gets an error', async () => {
    const company = await newCompany(db)
    const { id } = await newFinding(company)
    const resolve = (resolution: string) => resolveFinding(company.admin, { id, resolution })
    const results = await Promise.allSettled([resolve('One'), resolve('Two')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
