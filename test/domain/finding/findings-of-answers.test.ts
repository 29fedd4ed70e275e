import { v7 as newUuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { transaction } from '../../../src/domain/domain.js'
import { acceptFinding } from '../../../src/domain/finding/accept-finding.js'
import { findFindingsOf, updateFindings } from '../../../src/domain/finding/findings-of-answers.js'
import type {
  AnsweredInspection,
  FindingAnswer,
} from '../../../src/domain/finding/findings-of-questions.js'
import { voidInspection } from '../../../src/domain/inspection/void-inspection.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { riskIds } from '../../../src/domain/risk/risk.js'
import {
  at,
  newAsset,
  newCompany,
  newFinding,
  newInspection,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { statementsOf } from '../../support/statements.js'

const db = testDatabase()

const QUESTION = '0197f3a0-0000-7000-8000-000000000001'
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 10))

const answer = (fails: boolean, overrides: Partial<FindingAnswer> = {}): FindingAnswer => ({
  ...{ questionId: QUESTION, title: 'Is the seal intact?', note: null, fails },
  ...{ opensFinding: 'High', ...overrides },
})
const FAILS = answer(true)
const PASSES = answer(false)

/** An inspection of an asset with answers, which has not updated the findings yet. */
async function inspection(
  company: TestCompany,
  assetId: number,
  inspectedAt: Date,
  ...answers: readonly FindingAnswer[]
): Promise<AnsweredInspection> {
  const { id } = await newInspection(company, { assetId, inspectedAt })
  return { inspection: { id }, assetId, inspectedAt, answers }
}

const update = ({ technician }: TestCompany, ...inspections: readonly AnsweredInspection[]) =>
  transaction(technician, async (tx) =>
    updateFindings(tx, inspections, await findFindingsOf(tx, inspections)),
  )

/** An inspection that has updated the findings before. */
const known = (answered: AnsweredInspection) => ({ ...answered, isKnown: true })

const findingsOf = ({ companyId }: TestCompany) =>
  db.prisma.finding.findMany({ where: { companyId, deletedAt: null }, orderBy: { id: 'asc' } })

describe('updateFindings', () => {
  it('opens a finding for a failing answer, and resolves it when the question passes later', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const failed = await inspection(
      ...([company, assetId, day(5)] as const),
      answer(true, { note: 'Torn', opensFinding: 'Critical' }),
    )
    await update(company, failed)
    const userId = company.technician.viewer.userId
    expect(await findingsOf(company)).toMatchObject([
      {
        ...{ assetId, inspectionId: failed.inspection.id, questionId: QUESTION, status: 'open' },
        ...{ title: 'Is the seal intact?', note: 'Torn', riskId: riskIds.Critical, userId },
        ...{ openedAt: day(5), dueAt: day(6) },
      },
    ])
    const passed = await inspection(company, assetId, day(7), PASSES)
    await update(company, passed)
    expect(await findingsOf(company)).toMatchObject([
      {
        ...{ status: 'resolved', resolution: 'Passed in a later inspection.' },
        ...{ resolvedAt: day(7), resolvedById: userId },
        resolvedByInspectionId: passed.inspection.id,
      },
    ])
  })

  it('opens none for an answer that opens no finding, or while the asset has an open one', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    await update(
      company,
      await inspection(company, assetId, day(4), answer(true, { opensFinding: null })),
      await inspection(company, assetId, day(5), FAILS),
    )
    await update(company, await inspection(company, assetId, day(6), FAILS))
    expect(await findingsOf(company)).toMatchObject([{ openedAt: day(5) }])
    const other = await newAsset(company)
    const question = answer(true, { questionId: newUuid() })
    await update(
      company,
      await inspection(company, other.id, day(6), FAILS),
      await inspection(company, assetId, day(6), question),
    )
    expect(await findingsOf(company)).toHaveLength(3)
  })

  it('opens another one after the first was accepted or removed', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    await update(company, await inspection(company, assetId, day(5), FAILS))
    const [first] = await findingsOf(company)
    await acceptFinding(company.admin, { id: first!.id, resolution: 'Rare' })
    await update(company, await inspection(company, assetId, day(6), FAILS))
    const [, second] = await findingsOf(company)
    await removeRecord(company.admin, 'Finding', { id: second!.id })
    await update(company, await inspection(company, assetId, day(7), FAILS))
    const findings = await findingsOf(company)
    expect(findings.map(({ openedAt }) => openedAt)).toEqual([day(5), day(7)])
  })

  it('resolves only findings of the question, opened before the inspection', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    await newFinding(company, { assetId, openedAt: day(1) })
    const other = answer(true, { questionId: newUuid() })
    await update(company, await inspection(company, assetId, day(5), FAILS, other))
    await update(company, await inspection(company, assetId, day(4), PASSES))
    const statuses = async () => (await findingsOf(company)).map(({ status }) => status)
    expect(await statuses()).toEqual(['open', 'open', 'open'])
    await update(company, await inspection(company, assetId, day(6), PASSES))
    expect(await statuses()).toEqual(['open', 'resolved', 'open'])
  })

  it('counts inspections in the order of their times, in any order of the rows', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const inspections = [
      await inspection(company, assetId, day(9), FAILS),
      await inspection(company, assetId, day(7), PASSES),
      await inspection(company, assetId, day(5), FAILS),
      await inspection(company, assetId, day(6), FAILS),
    ]
    await update(company, ...inspections)
    const expected = [
      { openedAt: day(5), status: 'resolved', resolvedAt: day(7) },
      { openedAt: day(9), status: 'open', resolvedAt: null },
    ]
    expect(await findingsOf(company)).toMatchObject(expected)
    await update(company, ...inspections)
    expect(await findingsOf(company)).toMatchObject(expected)
  })

  it('resolves findings of an earlier inspection that is recorded later, given the later ones again', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const passed = await inspection(company, assetId, day(7), PASSES)
    await update(company, passed)
    await update(company, await inspection(company, assetId, day(5), FAILS), known(passed))
    expect(await findingsOf(company)).toMatchObject([{ status: 'resolved', resolvedAt: day(7) }])
  })

  it('changes only what follows from the earlier inspection, given the later ones again', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const [first, second] = [
      await inspection(company, assetId, day(5), FAILS),
      await inspection(company, assetId, day(7), FAILS),
    ]
    await update(company, first)
    await update(company, second)
    const [opened] = await findingsOf(company)
    await acceptFinding(company.admin, { id: opened!.uuid, resolution: 'Known.' })
    const other = answer(false, { questionId: newUuid() })
    await update(company, await inspection(company, assetId, day(6), other), known(second))
    expect(await findingsOf(company)).toMatchObject([{ status: 'accepted' }])

    const { id: laterId } = await newAsset(company)
    const failed = await inspection(company, laterId, day(5), FAILS)
    const again = await inspection(company, laterId, day(7), FAILS)
    const passed = await inspection(company, laterId, day(9), PASSES)
    for (const each of [failed, again, passed]) await update(company, each)
    const late = await inspection(company, laterId, day(6), other)
    await update(company, late, known(again), known(passed))
    const alsoLate = await inspection(company, laterId, day(6), FAILS)
    await update(company, alsoLate, known(again), known(passed))
    const ofLater = { companyId: company.companyId, assetId: laterId }
    expect(await db.prisma.finding.count({ where: ofLater })).toBe(1)

    // The user has opened it again: an inspection that has passed before does not resolve it.
    await db.prisma.finding.updateMany({
      where: ofLater,
      data: { status: 'open', resolvedAt: null, resolvedById: null, resolvedByInspectionId: null },
    })
    const afterwards = await inspection(company, laterId, day(6), other)
    await update(company, afterwards, known(again), known(passed))
    expect(await db.prisma.finding.findMany({ where: ofLater })).toMatchObject([{ status: 'open' }])
  })

  it('opens a finding for a later failing answer if the earlier inspection has resolved the one before', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const [first, later] = [
      await inspection(company, assetId, day(5), FAILS),
      await inspection(company, assetId, day(9), FAILS),
    ]
    await update(company, first)
    await update(company, later)
    await update(company, await inspection(company, assetId, day(7), PASSES), known(later))
    expect(await findingsOf(company)).toMatchObject([
      { openedAt: day(5), status: 'resolved', resolvedAt: day(7) },
      { openedAt: day(9), status: 'open' },
    ])
  })

  it('leaves the findings of other companies alone', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const { id: assetId } = await newAsset(company)
    const foreign = await newAsset(other)
    await update(other, await inspection(other, foreign.id, day(5), FAILS))
    const passed = await inspection(company, assetId, day(7), PASSES)
    await update(company, { ...passed, assetId: foreign.id })
    expect(await findingsOf(other)).toMatchObject([{ status: 'open' }])
    expect(await findingsOf(company)).toEqual([])
  })

  it('sends the same statements for 250 inspections with 40 answers as for one', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const questions = Array.from({ length: 40 }, () => ({ questionId: newUuid() }))
    const inspect = async (number: number) =>
      inspection(
        ...([company, assetId, new Date(day(1).getTime() + number * 60_000)] as const),
        ...questions.map((question) => answer(number % 2 === 0, question)),
      )
    const one = [await inspect(0), await inspect(1)]
    const few = await statementsOf(db, () => update(company, ...one))
    const all: AnsweredInspection[] = []
    for (let number = 2; number < 252; number += 1) all.push(await inspect(number))
    const many = await statementsOf(db, () => update(company, ...all))
    expect(many).toEqual(few)
    const where = { companyId: company.companyId, status: 'resolved' } as const
    expect(await db.prisma.finding.count({ where })).toBe(126 * 40)
  })
})

describe('voidInspection', () => {
  it('removes the open findings of the inspection, and reopens those that it resolved', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const other = answer(true, { questionId: newUuid() })
    await update(company, await inspection(company, assetId, day(5), FAILS))
    const voided = await inspection(company, assetId, day(6), PASSES, other)
    await update(company, voided)
    await newFinding(company, { assetId })
    const [before] = await findingsOf(company)
    expect(before).toMatchObject({ status: 'resolved' })

    const NOON = new Date('2026-03-02T12:00:00Z')
    const { id } = voided.inspection
    await voidInspection(at(company.admin, NOON), { id, reason: 'Wrong asset' })
    const findings = await findingsOf(company)
    expect(findings).toMatchObject([
      {
        ...{ openedAt: day(5), status: 'open', resolution: null, resolvedAt: null },
        ...{ resolvedById: null, resolvedByInspectionId: null },
      },
      { questionId: null, status: 'open' },
    ])
    // The clock of the request is behind.
    expect(findings[0]?.updatedAt).toEqual(new Date(Number(before?.updatedAt) + 1))
    const removed = await db.prisma.finding.findFirstOrThrow({ where: { inspectionId: id } })
    const deletedById = company.admin.viewer.userId
    expect(removed).toMatchObject({ deletedAt: NOON, deletedById, questionId: other.questionId })
  })

  it('keeps a finding that was resolved, until the inspection that resolved it is voided, too', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company)
    const [failed, passed] = [
      await inspection(company, assetId, day(5), FAILS),
      await inspection(company, assetId, day(6), PASSES),
    ]
    await update(company, failed, passed)
    const reason = 'Wrong asset'
    await voidInspection(company.admin, { id: failed.inspection.id, reason })
    expect(await findingsOf(company)).toMatchObject([{ status: 'resolved' }])
    await voidInspection(company.admin, { id: passed.inspection.id, reason })
    expect(await findingsOf(company)).toEqual([])
  })
})
