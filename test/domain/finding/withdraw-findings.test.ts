import { v7 as newUuid } from 'uuid'
import { expect, it } from 'vitest'
import { acceptFinding } from '../../../src/domain/finding/accept-finding.js'
import { reopenFinding } from '../../../src/domain/finding/reopen-finding.js'
import { resolveFinding } from '../../../src/domain/finding/resolve-finding.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { recordInspections } from '../../../src/domain/inspection/record-inspections.js'
import { voidInspection } from '../../../src/domain/inspection/void-inspection.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../../src/domain/removal/restore-record.js'
import { newAsset, newAssetType, newChecklist, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()

const now = Date.now()
/** A time, in minutes from the begin of the tests. */
const minute = (minutes: number) => new Date(now + minutes * 60_000)

/** An asset with one question, which opens a finding if it fails. */
async function askedAsset() {
  const company = await newCompany(db)
  const questionId = newUuid()
  const question = {
    ...{ questionId, kind: 'YES_NO', text: 'Is the seal intact?', hint: null, required: true },
    ...{ weight: 1, critical: false, allowNotApplicable: false, requireNoteWhenFailing: false },
    ...{ requirePhotoWhenFailing: false, opensFinding: 'High', unit: null, minimum: null },
    ...{ maximum: null, minimumCount: null, showIf: null },
    choices: [
      { value: 'YES', label: 'Yes', fails: false, points: 1 },
      { value: 'NO', label: 'No', fails: true, points: 0 },
    ],
  }
  const sections = [{ name: 'Outside', questions: [question] }]
  const checklist = await newChecklist(company, { sections })
  const type = await newAssetType(company, { checklistId: checklist.id })
  const { id: assetId } = await newAsset(company, { typeId: type.id })
  const { admin, companyId } = company
  const row = (value: 'YES' | 'NO', inspectedAt: Date) => ({
    ...{ assetId, inspectedAt, answers: [{ questionId, value }] },
  })
  const inspect = async (value: 'YES' | 'NO', minutes: number) =>
    (await recordInspection(admin, row(value, minute(minutes)))).id
  return {
    ...{ admin, assetId, row },
    fail: (minutes: number) => inspect('NO', minutes),
    pass: (minutes: number) => inspect('YES', minutes),
    cancel: (id: number) => voidInspection(admin, { id, reason: 'Wrong asset' }),
    findings: () =>
      db.prisma.finding.findMany({ where: { companyId, deletedAt: null }, orderBy: { id: 'asc' } }),
  }
}

it('a reopened finding is resolved by an earlier pass that remains', async () => {
  const { fail, pass, cancel, findings } = await askedAsset()
  await fail(-30)
  const last = await pass(-10)
  const between = await pass(-20)
  await cancel(last)
  const resolved = { status: 'resolved', resolvedAt: minute(-20), resolvedByInspectionId: between }
  expect(await findings()).toMatchObject([resolved])
  await cancel(between)
  expect(await findings()).toMatchObject([{ status: 'open', resolvedByInspectionId: null }])
})

it('a failing inspection that remains opens a finding in place of that of the voided one', async () => {
  const { fail, pass, cancel, findings } = await askedAsset()
  const voided = await fail(-30)
  const late = await fail(-40)
  expect(await findings()).toMatchObject([{ inspectionId: voided }])
  await cancel(voided)
  expect(await findings()).toMatchObject([{ inspectionId: late, openedAt: minute(-40) }])
  await pass(-20)
  const newer = await fail(-10)
  await cancel(newer)
  expect(await findings()).toMatchObject([{ inspectionId: late, status: 'resolved' }])
})

it('a reopened finding continues in the later one of its question, until that is withdrawn', async () => {
  const { fail, pass, cancel, findings } = await askedAsset()
  await fail(-40)
  const passed = await pass(-30)
  const again = await fail(-20)
  await cancel(passed)
  expect(await findings()).toMatchObject([
    {
      ...{ status: 'resolved', resolvedAt: minute(-20), resolvedByInspectionId: again },
      resolution: 'Continues in the finding of a later inspection.',
    },
    { status: 'open' },
  ])
  await cancel(again)
  expect(await findings()).toMatchObject([{ status: 'open', openedAt: minute(-40) }])
})

it('a question whose finding is reopened and removed gets one finding of a later inspection', async () => {
  const { fail, pass, cancel, findings } = await askedAsset()
  const first = await fail(-40)
  const passed = await pass(-30)
  const again = await fail(-20)
  const last = await fail(-10)
  for (const id of [passed, first, again]) await cancel(id)
  expect(await findings()).toMatchObject([
    { inspectionId: last, status: 'open', openedAt: minute(-10) },
  ])
})

it('opens no other one if a user has closed one since', async () => {
  const { admin, fail, cancel, findings } = await askedAsset()
  await fail(-40)
  const [first] = await findings()
  await acceptFinding(admin, { id: first!.id, resolution: 'Rare' })
  const again = await fail(-20)
  expect(await findings()).toHaveLength(2)
  await cancel(again)
  expect(await findings()).toMatchObject([{ id: first!.id, status: 'accepted' }])
})

it('a pass at the same time counts as later if it was recorded later, also in one request', async () => {
  const { admin, fail, pass, findings, row } = await askedAsset()
  await fail(-30)
  await pass(-30)
  expect(await findings()).toMatchObject([{ status: 'resolved' }])
  const rows = [row('NO', minute(-20)), row('YES', minute(-20))]
  await recordInspections(admin, { rows })
  expect(await findings()).toMatchObject([{ status: 'resolved' }, { status: 'resolved' }])
})

it('a finding is not open again beside another one of its question', async () => {
  const { admin, fail, findings } = await askedAsset()
  await fail(-30)
  const [first] = await findings()
  const { id } = first!
  await resolveFinding(admin, { id, resolution: 'New seal' })
  await fail(-20)
  expect(await errorCodesOf(reopenFinding(admin, { id }))).toEqual(['WRONG_STATE id'])
  const [, second] = await findings()
  await removeRecord(admin, 'Finding', { id: second!.id })
  await reopenFinding(admin, { id })
  const restored = restoreRecord(admin, 'Finding', { id: second!.id })
  expect(await errorCodesOf(restored)).toEqual(['WRONG_STATE id'])
})

it('a finding is not restored if its question has passed since', async () => {
  const { admin, fail, pass, cancel, findings } = await askedAsset()
  await fail(-30)
  const [finding] = await findings()
  const { id } = finding!
  await removeRecord(admin, 'Finding', { id })
  const passed = await pass(-20)
  expect(await errorCodesOf(restoreRecord(admin, 'Finding', { id }))).toEqual(['WRONG_STATE id'])
  await cancel(passed)
  await restoreRecord(admin, 'Finding', { id })
  expect(await findings()).toMatchObject([{ id, status: 'open' }])
})

it('a finding is not restored if its inspection is voided, nor is one voided whose asset is removed', async () => {
  const { admin, assetId, fail, pass, cancel } = await askedAsset()
  const failed = await fail(-30)
  const { id } = await db.prisma.finding.findFirstOrThrow({ where: { inspectionId: failed } })
  await cancel(failed)
  const restored = restoreRecord(admin, 'Finding', { id })
  expect(await errorCodesOf(restored)).toEqual(['WRONG_STATE id'])
  const passed = await pass(-20)
  await removeRecord(admin, 'Asset', { id: assetId })
  expect(await errorCodesOf(cancel(passed))).toEqual(['WRONG_STATE id'])
  await restoreRecord(admin, 'Asset', { id: assetId })
  await cancel(passed)
})
