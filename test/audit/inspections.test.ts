import { expect, it } from 'vitest'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { runMutation, signInWith } from '../graphql/mutations/run-mutation.js'
import { domainOf, newCompany, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { newFailingInspection } from '../support/failing-inspection.js'
import { entriesOf } from './entries.js'

const db = testDatabase()

/** The new entries of a mutation, by type, record and action. */
async function entriesAfter(company: TestCompany, work: () => Promise<unknown>) {
  const before = await entriesOf(company)
  await work()
  return (await entriesOf(company)).slice(before.length)
}

/** What an inspection with failing answers writes, in the order of the types. */
const WRITTEN = [
  'Asset updated',
  'Document updated',
  'Finding created',
  'Finding updated',
  'Inspection created',
  'Job updated',
  // Of the inspection, and of the completed job.
  'Report created',
  'Report created',
]

const named = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
  entries.map(({ recordType, action }) => `${recordType} ${action}`).sort()

it.each([
  ['recordInspection', (input: object) => input],
  ['recordInspections', (input: object) => ({ rows: [input] })],
] as const)(
  '%s with failing answers leaves an entry of each record, with its user',
  async (name, inputOf) => {
    const company = await newCompany(db)
    const { input, asset, finding, photo, seal, hose, label } = await newFailingInspection(company)
    const run = (options = {}) =>
      runMutation(company.technician, name, { ...inputOf(input), ...options })
    // Opens the session.
    await run({ dryRun: true })
    expect(await entriesAfter(company, () => run({ dryRun: true }))).toEqual([])

    const entries = await entriesAfter(company, run)
    expect(named(entries)).toEqual(WRITTEN)
    const actor = {
      ...{ operation: name, userId: company.technician.viewer.userId, apiKeyId: null },
      ...{ sessionId: expect.any(String), requestId: expect.stringMatching(/^[\da-f-]{36}$/) },
    }
    for (const entry of entries) expect(entry).toMatchObject(actor)
    expect(
      new Set(entries.map(({ requestId, sessionId }) => `${requestId} ${sessionId}`)).size,
    ).toBe(1)

    const entryOf = (type: string, action: string) =>
      entries.find((each) => each.recordType === type && each.action === action)
    const inspection = await db.prisma.inspection.findFirstOrThrow({ where: { assetId: asset.id } })
    // An entry has no empty properties.
    const answers = {
      [seal]: { value: 'NO', note: 'It is torn.', fails: true },
      [hose]: { value: 'YES', fails: false },
      [label]: { fails: false },
    }
    const inspectorId = company.technician.viewer.userId
    expect(entryOf('Inspection', 'created')).toMatchObject({
      recordId: inspection.uuid,
      after: {
        ...{ assetId: asset.id, inspectorId, outcome: 'failed', score: 50 },
        ...{ checklistVersionId: inspection.checklistVersionId, answers },
      },
    })
    expect(entryOf('Finding', 'created')?.after).toMatchObject({
      ...{ assetId: asset.id, inspectionId: inspection.id, questionId: seal, status: 'open' },
      ...{ note: 'It is torn.', createdById: inspectorId },
    })
    expect(entryOf('Finding', 'updated')).toMatchObject({
      recordId: finding.uuid,
      before: { status: 'open', resolvedById: null, resolvedByInspectionId: null },
      after: {
        ...{ status: 'resolved', resolvedById: inspectorId },
        resolvedByInspectionId: inspection.id,
      },
    })
    expect(entryOf('Asset', 'updated')).toMatchObject({
      recordId: asset.uuid,
      before: { defective: false, lastInspectedAt: null },
      after: { defective: true, lastInspectedAt: expect.any(String) },
    })
    expect(entryOf('Document', 'updated')?.recordId).toBe(photo.uuid)
    expect(entryOf('Job', 'updated')?.after).toMatchObject({ status: 'completed' })
  },
)

it('an inspection of a device with an API key has the key and its user in each entry', async () => {
  const company = await newCompany(db)
  const { input } = await newFailingInspection(company)
  const { userId } = company.technician.viewer
  const { key, id: apiKeyId } = await createApiKey(company.admin, {
    ...{ name: 'Device', scopes: ['READ', 'FIELD_WORK'], actsAs: userId },
  })
  const device = domainOf(company, userId, 'technician')
  signInWith(device, key)
  const entries = await entriesAfter(company, () => runMutation(device, 'recordInspection', input))
  expect(named(entries)).toEqual(WRITTEN)
  for (const entry of entries) expect(entry).toMatchObject({ userId, apiKeyId, sessionId: null })
})
