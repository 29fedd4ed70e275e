import { describe, expect, it } from 'vitest'
import {
  domainOf,
  newAsset,
  newAssetType,
  newCompany,
  newJob,
  newJobType,
  newUser,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { errorCodesOf, runMutation } from './run-mutation.js'

const db = testDatabase()
const STATE = 'asset { status lastInspectedAt nextInspectionDueAt inspections { totalCount } }'
const NEVER = {
  status: 'OK',
  lastInspectedAt: null,
  nextInspectionDueAt: expect.any(String),
  inspections: { totalCount: 0 },
}

/** An asset with an interval of 3,000 days, and a function that records an inspection of it. */
async function newInspectedAsset(company: TestCompany) {
  const zone = await newZone(company)
  const type = await newAssetType(company, { intervalDays: 3000 })
  const asset = await newAsset(company, { zoneId: zone.id, typeId: type.id })
  const record = async (outcome: 'PASSED' | 'FAILED', day: string, more: object = {}) => {
    const input = { assetId: asset.uuid, outcome, inspectedAt: `${day}T10:00:00Z`, ...more }
    return (await runMutation(company.technician, 'recordInspection', input, 'inspection { id }'))
      .inspection
  }
  return { asset, zone, record }
}

const voided = (company: TestCompany, id: string, as = company.admin) =>
  runMutation(
    as,
    'voidInspection',
    { id, reason: 'The wrong asset.' },
    `inspection { removedAt voidReason removedBy { databaseId } ${STATE} }`,
  )

describe('voidInspection', () => {
  it('gives the asset the state of its newest other inspection, in whatever order they were recorded', async () => {
    const company = await newCompany(db)
    const { record } = await newInspectedAsset(company)
    const newest = await record('PASSED', '2025-03-01')
    const middle = await record('FAILED', '2025-02-01')
    const oldest = await record('PASSED', '2025-01-01')
    const { inspection } = await voided(company, newest.id)
    expect(inspection).toEqual({
      removedAt: expect.any(String),
      voidReason: 'The wrong asset.',
      removedBy: { databaseId: company.admin.viewer.userId },
      asset: {
        status: 'DEFECTIVE',
        lastInspectedAt: '2025-02-01T10:00:00.000Z',
        nextInspectionDueAt: '2033-04-20T10:00:00.000Z',
        inspections: { totalCount: 2 },
      },
    })
    const second = await voided(company, oldest.id)
    expect(second.inspection.asset).toMatchObject({
      status: 'DEFECTIVE',
      inspections: { totalCount: 1 },
    })
    expect((await voided(company, middle.id)).inspection.asset).toEqual(NEVER)
  })

  it('lists voided inspections only with the filter for removed ones, and counts none', async () => {
    const company = await newCompany(db)
    const { record } = await newInspectedAsset(company)
    const { id } = await record('FAILED', '2025-03-01')
    await record('PASSED', '2025-02-01')
    await voided(company, id)
    const { data } = await graph(company.admin)(`{
      inspections { totalCount }
      all: inspections(filter: { removed: INCLUDE }) { totalCount }
      voided: inspections(filter: { removed: ONLY }) { nodes { id voidReason } }
      users(filter: { roles: [TECHNICIAN] }) { nodes { inspectionsCount } }
      statistics: inspectionStatistics(groupBy: [OUTCOME], first: 5) { nodes { outcome count } }
      changed: inspections(filter: { removed: INCLUDE }, orderBy: [{ field: UPDATED_AT, direction: DESC }], first: 1) { nodes { id } } }`)
    expect(data).toEqual({
      inspections: { totalCount: 1 },
      all: { totalCount: 2 },
      voided: { nodes: [{ id, voidReason: 'The wrong asset.' }] },
      users: { nodes: [{ inspectionsCount: 1 }] },
      statistics: { nodes: [{ outcome: 'PASSED', count: 1 }] },
      changed: { nodes: [{ id }] },
    })
  })

  it('leaves the asset in its job, where it can be inspected again', async () => {
    const company = await newCompany(db)
    const { zone, record } = await newInspectedAsset(company)
    await newAsset(company, { zoneId: zone.id })
    const { id: typeId } = await newJobType(company, { singleInspection: true })
    const job = await newJob(company, { siteId: zone.siteId, typeId, status: 'in_progress' })
    const first = await record('PASSED', '2025-03-01', { jobId: job.uuid })
    const progress = async () =>
      (
        await graph(company.admin)(
          `{ job(id: "${job.uuid}") { progress { inspected remaining } } }`,
        )
      ).data.job.progress
    expect(await progress()).toEqual({ inspected: 1, remaining: 1 })
    await voided(company, first.id)
    expect(await progress()).toEqual({ inspected: 0, remaining: 2 })
    await record('PASSED', '2025-03-02', { jobId: job.uuid })
    expect(await progress()).toEqual({ inspected: 1, remaining: 1 })
  })

  it('is allowed to admins, and to technicians for their own inspections, once and with a reason', async () => {
    const company = await newCompany(db)
    const { record } = await newInspectedAsset(company)
    const { id } = await record('PASSED', '2025-03-01')
    const { id: userId } = await newUser(company)
    const other = domainOf(company, userId, 'technician')
    expect(await errorCodesOf(other, 'voidInspection', { id, reason: ' ' })).toEqual([
      'REQUIRED reason',
      'NOT_ALLOWED id',
    ])
    const stranger = await newCompany(db)
    expect(await errorCodesOf(stranger.admin, 'voidInspection', { id, reason: 'x' })).toEqual([
      'NOT_FOUND id',
    ])
    expect((await voided(company, id, company.technician)).userErrors).toEqual([])
    expect(await errorCodesOf(company.technician, 'voidInspection', { id, reason: 'x' })).toEqual([
      'WRONG_STATE id',
    ])
  })
})

describe('recommissionAsset', () => {
  it('puts an asset back into use in the state that its inspections have led to', async () => {
    const company = await newCompany(db)
    const { asset, record } = await newInspectedAsset(company)
    const { id } = await record('FAILED', '2025-03-01')
    await runMutation(company.admin, 'decommissionAsset', { id: asset.uuid }, 'asset { id }')
    expect((await voided(company, id)).inspection.asset).toEqual({
      ...NEVER,
      status: 'DECOMMISSIONED',
    })
    await runMutation(
      company.admin,
      'recommissionAsset',
      { id: asset.uuid, reason: 'Repaired.' },
      'asset { id }',
    )
    const { data } = await graph(company.admin)(`{ asset(id: "${asset.uuid}") {
      status decommissionedAt recommissionedAt recommissionReason history(first: 1) { nodes { changes { field after } } } } }`)
    expect(data.asset).toMatchObject({
      status: 'OK',
      decommissionedAt: null,
      recommissionedAt: expect.any(String),
      recommissionReason: 'Repaired.',
    })
    expect(
      data.asset.history.nodes[0].changes.map(({ field }: { field: string }) => field).sort(),
    ).toEqual(['decommissionedAt', 'recommissionReason', 'recommissionedAt'])
  })

  it('needs an asset out of use and a reason, and an admin', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newAsset(company)
    expect(await errorCodesOf(company.admin, 'recommissionAsset', { id, reason: '' })).toEqual([
      'REQUIRED reason',
      'WRONG_STATE id',
    ])
    const refused = await graph(company.technician)(
      `mutation { recommissionAsset(input: { id: "${id}", reason: "x" }) { userErrors { code } } }`,
    )
    expect(refused.errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN'])
  })
})
