import { describe, expect, it } from 'vitest'
import {
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
import { post, startService, tokenOf } from '../../support/graphql.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

const SELECTION = `inspection { outcome score note inspectedAt inspector { databaseId }
  job { number } asset { defective status lastInspectedAt nextInspectionDueAt inspections { totalCount } } }`

/** An asset that is due every 30 days, and a job at its site. */
async function assetAndJob(company: TestCompany, job: Parameters<typeof newJob>[1] = {}) {
  const zone = await newZone(company)
  const type = await newAssetType(company, { intervalDays: 30 })
  return {
    asset: await newAsset(company, { zoneId: zone.id, typeId: type.id }),
    job: await newJob(company, { siteId: zone.siteId, status: 'in_progress', ...job }),
  }
}

describe('recordInspection', () => {
  it('returns the inspection and the changed asset, also for a technician', async () => {
    const company = await newCompany(db)
    const { asset } = await assetAndJob(company)
    const { inspection } = await runMutation(
      company.technician,
      'recordInspection',
      {
        assetId: asset.uuid,
        outcome: 'FAILED',
        note: 'The hinge is loose.',
        inspectedAt: '2020-01-01T10:00:00Z',
      },
      SELECTION,
    )
    expect(inspection).toEqual({
      outcome: 'FAILED',
      score: null,
      note: 'The hinge is loose.',
      inspectedAt: '2020-01-01T10:00:00.000Z',
      inspector: { databaseId: company.technician.viewer.userId },
      job: null,
      asset: {
        defective: true,
        status: 'DEFECTIVE',
        lastInspectedAt: '2020-01-01T10:00:00.000Z',
        nextInspectionDueAt: '2020-01-31T10:00:00.000Z',
        inspections: { totalCount: 1 },
      },
    })
  })

  it('derives the outcome from the score and the job', async () => {
    const company = await newCompany(db)
    const type = await newJobType(company, { passPercentage: 80 })
    const { asset, job } = await assetAndJob(company, { typeId: type.id })
    const outcomeOf = async (score: number) => {
      const input = { assetId: asset.uuid, jobId: job.uuid, score }
      return (await runMutation(company.technician, 'recordInspection', input, SELECTION))
        .inspection
    }
    const passed = { outcome: 'PASSED', score: 80, job: { number: job.number } }
    const failed = { outcome: 'FAILED', score: 79, job: { number: job.number } }
    expect(await outcomeOf(80)).toMatchObject(passed)
    expect(await outcomeOf(79)).toMatchObject(failed)
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const decommissioned = await newAsset(company, { decommissionedAt: new Date() })
    const { job } = await assetAndJob(company, {
      status: 'cancelled',
      technicianId: (await newUser(company)).id,
    })
    const refusal = await errorCodesOf(company.technician, 'recordInspection', {
      assetId: decommissioned.uuid,
      jobId: job.uuid,
      score: 101,
      note: 'x'.repeat(10_001),
      inspectedAt: '2999-01-01T00:00:00Z',
    })
    expect(refusal.sort()).toEqual([
      'INVALID jobId',
      'NOT_ALLOWED jobId',
      'OUT_OF_RANGE inspectedAt',
      'OUT_OF_RANGE score',
      'TOO_LONG note',
      'WRONG_STATE assetId',
      'WRONG_STATE jobId',
    ])
  })

  it('accepts times of as many years as the operator has set, alone and in bulk', async () => {
    const address = startService({ MAX_INSPECTION_AGE_YEARS: '1' })
    const company = await newCompany(db)
    const assetId = (await newAsset(company)).uuid
    const headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
    const mutation = `mutation ($one: RecordInspectionInput!, $rows: [RecordInspectionsRow!]!) {
      recordInspection(input: $one) { inspection { inspectedAt } userErrors { code field message } }
      recordInspections(input: { rows: $rows }) { inspections { inspectedAt } userErrors { code field message } }
    }`
    const record = async (inspectedAt: string) => {
      const one = { assetId, outcome: 'PASSED', inspectedAt }
      return (await post(mutation, { one, rows: [one] }, headers, address)).data
    }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const error = { code: 'OUT_OF_RANGE', message: 'The time must be in the last year.' }
    expect(await record(daysAgo(367))).toEqual({
      recordInspection: { inspection: null, userErrors: [{ ...error, field: ['inspectedAt'] }] },
      recordInspections: {
        inspections: null,
        userErrors: [{ ...error, field: ['rows', '0', 'inspectedAt'] }],
      },
    })
    const inspectedAt = daysAgo(364)
    expect(await record(inspectedAt)).toEqual({
      recordInspection: { inspection: { inspectedAt }, userErrors: [] },
      recordInspections: { inspections: [{ inspectedAt }], userErrors: [] },
    })
  })

  it('requires an outcome, or a score and a job or a checklist', async () => {
    const company = await newCompany(db)
    const { asset } = await assetAndJob(company)
    for (const input of [{}, { score: 80 }, { outcome: null, score: null }]) {
      const refusal = errorCodesOf(company.admin, 'recordInspection', {
        assetId: asset.uuid,
        ...input,
      })
      expect(await refusal).toEqual(['REQUIRED outcome'])
    }
  })

  it('does not find a removed asset or job', async () => {
    const company = await newCompany(db)
    const removed = await newAsset(company, { deletedAt: new Date() })
    const job = await newJob(company, { deletedAt: new Date() })
    const input = { assetId: removed.uuid, jobId: job.uuid, outcome: 'PASSED' }
    expect(await errorCodesOf(company.admin, 'recordInspection', input)).toEqual([
      'NOT_FOUND assetId',
      'NOT_FOUND jobId',
    ])
  })
})
