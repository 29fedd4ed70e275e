import { describe, expect, it } from 'vitest'
import { updateChecklist } from '../../../src/domain/checklist/update-checklist.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { recordInspections } from '../../../src/domain/inspection/record-inspections.js'
import {
  at,
  newAsset,
  newAssetType,
  newChecklist,
  newCompany,
  newJob,
  newJobType,
  newUser,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { untilBlocked } from '../../support/until-blocked.js'

const db = testDatabase()
const STARTED = { status: 'in_progress' } as const
const NOON = new Date('2026-03-02T12:00:00Z')

async function readAsset(id: number) {
  const { defective, lastInspection, dueBasis } = await db.prisma.asset.findFirstOrThrow({
    where: { id },
  })
  return { defective, lastInspection, dueBasis }
}

const read = (id: number) => db.prisma.inspection.findFirstOrThrow({ where: { id } })

/** An asset that is due every 30 days, and a job at its site whose type passes with 80. */
async function newPair(company: TestCompany) {
  const zone = await newZone(company)
  const type = await newAssetType(company, { intervalDays: 30 })
  const jobType = await newJobType(company, { passPercentage: 80 })
  const asset = await newAsset(company, { zoneId: zone.id, typeId: type.id })
  const job = await newJob(company, { siteId: zone.siteId, typeId: jobType.id, ...STARTED })
  return { asset, job }
}

describe('recordInspection', () => {
  it('records one inspection per asset and job if the type says so, otherwise any number', async () => {
    const company = await newCompany(db)
    const { asset, job } = await newPair(company)
    const once = await newJobType(company, { singleInspection: true })
    const jobs = [
      await newJob(company, { siteId: job.siteId, typeId: once.id, ...STARTED }),
      await newJob(company, { siteId: job.siteId, typeId: once.id, ...STARTED }),
    ]
    const inspect = (jobId: number) =>
      recordInspection(company.technician, { assetId: asset.id, jobId, outcome: 'passed' })
    for (const { id } of [job, job, ...jobs]) await inspect(id)
    expect(await errorCodesOf(inspect(jobs[0]!.id))).toEqual(['WRONG_STATE jobId'])

    const other = await newJob(company, { siteId: job.siteId, typeId: once.id, ...STARTED })
    const answers = await Promise.allSettled([inspect(other.id), inspect(other.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('stores the input and the user who inspected', async () => {
    const company = await newCompany(db)
    const { asset, job } = await newPair(company)
    const { id } = await recordInspection(at(company.technician, NOON), {
      assetId: asset.uuid,
      jobId: job.uuid,
      outcome: 'failed',
      score: 75,
      note: ' Hinge bent. ',
      inspectedAt: new Date('2026-03-02T11:30:00Z'),
    })
    expect(await read(id)).toMatchObject({
      companyId: company.companyId,
      assetId: asset.id,
      jobId: job.id,
      inspectorId: company.technician.viewer.userId,
      outcome: 'failed',
      score: 75,
      note: 'Hinge bent.',
      inspectedAt: new Date('2026-03-02T11:30:00Z'),
    })
  })

  it('refuses a time of more than 30 years ago, or of the number of years in the setting', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const record = (inspectedAt: string, maxInspectionAgeYears?: number) =>
      recordInspection(
        { ...at(company.technician, NOON), maxInspectionAgeYears },
        { assetId: asset.id, outcome: 'passed', inspectedAt: new Date(inspectedAt) },
      )
    expect(await errorCodesOf(record('1970-01-01T00:00:00Z'))).toEqual(['OUT_OF_RANGE inspectedAt'])
    await expect(record('1996-03-02T11:59:59Z')).rejects.toMatchObject({
      errors: [{ message: 'The time must be in the last 30 years.' }],
    })
    await record('1996-03-02T12:00:00Z')
    await expect(record('2025-03-02T11:59:59Z', 1)).rejects.toMatchObject({
      errors: [{ message: 'The time must be in the last year.' }],
    })
  })

  it('makes the asset defective if failed, and not defective if passed', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    await recordInspection(at(company.technician, NOON), { assetId: asset.id, outcome: 'failed' })
    expect(await readAsset(asset.id)).toEqual({
      defective: true,
      lastInspection: NOON,
      dueBasis: null,
    })
    const later = at(company.technician, '2026-03-03T12:00:00Z')
    await recordInspection(later, { assetId: asset.id, outcome: 'passed' })
    expect(await readAsset(asset.id)).toEqual({
      defective: false,
      lastInspection: new Date('2026-03-03T12:00:00Z'),
      dueBasis: null,
    })
  })

  it.each([
    [0, 'failed'],
    [79, 'failed'],
    [80, 'passed'],
    [100, 'passed'],
  ] as const)('derives from a score of %d that it %s', async (score, outcome) => {
    const company = await newCompany(db)
    const { asset, job } = await newPair(company)
    const input = { assetId: asset.id, jobId: job.id, score }
    const { id } = await recordInspection(company.technician, input)
    expect(await read(id)).toMatchObject({ outcome, score })
    expect((await readAsset(asset.id)).defective).toBe(outcome === 'failed')
  })

  it('requires an outcome without a score, or without a job to compare it with', async () => {
    const company = await newCompany(db)
    const { asset, job } = await newPair(company)
    const inputs = [
      { assetId: asset.id },
      { assetId: asset.id, score: 90 },
      { assetId: asset.id, jobId: job.id },
    ]
    for (const input of inputs) {
      expect(await errorCodesOf(recordInspection(company.technician, input))).toEqual([
        'REQUIRED outcome',
      ])
    }
  })

  it('does not change an asset that was inspected later', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const domain = at(company.technician, NOON)
    await recordInspection(domain, { assetId: asset.id, outcome: 'passed' })
    const known = await readAsset(asset.id)
    const inspectedAt = new Date('2026-03-01T12:00:00Z')
    const { id } = await recordInspection(domain, {
      assetId: asset.id,
      outcome: 'failed',
      inspectedAt,
    })
    expect((await read(id)).inspectedAt).toEqual(inspectedAt)
    expect(await readAsset(asset.id)).toEqual(known)
  })

  it('keeps the state of the latest of many concurrent inspections', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const minutes = [3, 0, 9, 7, 1, 8, 2, 6, 5, 4]
    await Promise.all(
      minutes.map((minute) =>
        recordInspection(at(company.technician, NOON), {
          assetId: asset.id,
          outcome: minute === 9 ? 'failed' : 'passed',
          inspectedAt: new Date(NOON.getTime() - (9 - minute) * 60_000),
        }),
      ),
    )
    expect(await readAsset(asset.id)).toMatchObject({ defective: true, lastInspection: NOON })
    expect(await db.prisma.inspection.count({ where: { assetId: asset.id } })).toBe(10)
  })

  it('rejects a time in the future', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const input = { assetId: asset.id, outcome: 'passed' } as const
    const domain = at(company.technician, NOON)
    const inspectedAt = new Date(NOON.getTime() + 1)
    expect(await errorCodesOf(recordInspection(domain, { ...input, inspectedAt }))).toEqual([
      'OUT_OF_RANGE inspectedAt',
    ])
    await recordInspection(domain, { ...input, inspectedAt: NOON })
  })

  it('rejects a decommissioned asset', async () => {
    const company = await newCompany(db)
    const { id: assetId } = await newAsset(company, { decommissionedAt: NOON })
    const input = { assetId, outcome: 'passed' } as const
    expect(await errorCodesOf(recordInspection(company.admin, input))).toEqual([
      'WRONG_STATE assetId',
    ])
  })

  it('requires a job at the asset’s site', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const { id: jobId } = await newJob(company, STARTED)
    const input = { assetId: asset.id, jobId, outcome: 'passed' } as const
    expect(await errorCodesOf(recordInspection(company.technician, input))).toEqual([
      'INVALID jobId',
    ])
  })

  it('allows technicians only their own jobs, and admins any', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const { siteId } = await db.prisma.zone.findFirstOrThrow({ where: { id: asset.zoneId } })
    const { id: technicianId } = await newUser(company)
    const { id: jobId } = await newJob(company, { siteId, technicianId, ...STARTED })
    const input = { assetId: asset.id, jobId, outcome: 'passed' } as const
    expect(await errorCodesOf(recordInspection(company.technician, input))).toEqual([
      'NOT_ALLOWED jobId',
    ])
    await recordInspection(company.admin, input)
  })

  it('requires a job that is in progress', async () => {
    const company = await newCompany(db)
    const { asset, job } = await newPair(company)
    const input = { assetId: asset.id, jobId: job.id, outcome: 'passed' } as const
    for (const status of ['scheduled', 'paused', 'completed', 'cancelled'] as const) {
      await db.prisma.job.updateMany({
        where: { id: job.id },
        data: { status, workingSince: null },
      })
      const inspection = recordInspection(company.technician, input)
      expect(await errorCodesOf(inspection)).toEqual(['WRONG_STATE jobId'])
    }
  })

  it('requires an asset in a zone of the job, if the job has zones', async () => {
    const company = await newCompany(db)
    const { asset } = await newPair(company)
    const { siteId } = await db.prisma.zone.findFirstOrThrow({ where: { id: asset.zoneId } })
    const { id: otherZone } = await newZone(company, { siteId })
    const inspect = async (...zoneIds: number[]) => {
      const { id: jobId } = await newJob(company, { ...STARTED, zoneIds })
      return recordInspection(company.technician, { assetId: asset.id, jobId, outcome: 'passed' })
    }
    expect(await errorCodesOf(inspect(otherZone))).toEqual(['INVALID jobId'])
    await inspect(otherZone, asset.zoneId)
  })

  it('rejects an outcome that contradicts the score in a job', async () => {
    const company = await newCompany(db)
    const { asset, job } = await newPair(company)
    const inspect = (jobId: number | null, score: number, outcome: 'passed' | 'failed') =>
      recordInspection(company.technician, { assetId: asset.id, jobId, score, outcome })
    expect(await errorCodesOf(inspect(job.id, 79, 'passed'))).toEqual(['INVALID outcome'])
    expect(await errorCodesOf(inspect(job.id, 80, 'failed'))).toEqual(['INVALID outcome'])
    await inspect(job.id, 79, 'failed')
    await inspect(job.id, 80, 'passed')
    // Without a checklist, nothing says from which score on an inspection passes.
    await inspect(null, 79, 'passed')
  })

  it('without a job, compares the score with the pass percentage of the newest version of the checklist of the asset’s type', async () => {
    const company = await newCompany(db)
    const checklist = await newChecklist(company)
    await updateChecklist(company.admin, { id: checklist.id, passPercentage: 70 })
    const { id: typeId } = await newAssetType(company, { checklistId: checklist.id })
    const asset = await newAsset(company, { typeId })
    const inspect = (score: number, outcome?: 'passed' | 'failed') =>
      recordInspection(company.technician, { assetId: asset.id, score, outcome })
    expect(await read((await inspect(70)).id)).toMatchObject({ outcome: 'passed', score: 70 })
    expect(await read((await inspect(69)).id)).toMatchObject({ outcome: 'failed', score: 69 })
    expect(await errorCodesOf(inspect(69, 'passed'))).toEqual(['INVALID outcome'])
    await expect(inspect(70, 'failed')).rejects.toMatchObject({
      errors: [
        {
          path: ['outcome'],
          message:
            'The score 70 has the outcome PASSED: the checklist of the asset’s type passes from 70 on.',
        },
      ],
    })
    expect(await errorCodesOf(inspect(101, 'failed'))).toEqual(['OUT_OF_RANGE score'])
    await inspect(69, 'failed')
  })

  it('without a job, each row of a bulk is compared with the checklist of its own asset', async () => {
    const company = await newCompany(db)
    const assetWith = async (passPercentage: number) => {
      const { id } = await newChecklist(company, { passPercentage })
      const { id: typeId } = await newAssetType(company, { checklistId: id })
      return newAsset(company, { typeId })
    }
    const [strict, lenient, other] = [
      await assetWith(90),
      await assetWith(50),
      await newAsset(company),
    ]
    const rows = [strict, lenient, other].map(({ id: assetId }) => ({ assetId, score: 60 }))
    expect(await errorCodesOf(recordInspections(company.technician, { rows }))).toEqual([
      'REQUIRED rows.2.outcome',
    ])
    const { records } = await recordInspections(company.technician, {
      rows: [...rows.slice(0, 2), { assetId: other.id, score: 60, outcome: 'passed' }],
    })
    const recorded = await Promise.all(records.map((record) => read(record!.id)))
    expect(recorded.map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'passed'])
  })

  it('reports all validation errors together, and writes nothing', async () => {
    const company = await newCompany(db)
    const input = {
      assetId: 0,
      jobId: 0,
      score: 101,
      note: 'x'.repeat(10_001),
      inspectedAt: new Date(Number.NaN),
    }
    expect(await errorCodesOf(recordInspection(company.technician, input))).toEqual([
      'OUT_OF_RANGE score',
      'TOO_LONG note',
      'OUT_OF_RANGE inspectedAt',
      'NOT_FOUND assetId',
      'NOT_FOUND jobId',
    ])
  })
})

describe('records the inspection of', () => {
  const changes = {
    'an asset that is moved meanwhile': async (company: TestCompany) => {
      const { asset, job } = await newPair(company)
      const { id: zoneId } = await newZone(company, { siteId: job.siteId })
      return { asset, job, change: ['zone_id', zoneId, 'asset', asset.id] as const }
    },
    'an asset whose type changes meanwhile': async (company: TestCompany) => {
      const { asset, job } = await newPair(company)
      const { id: typeId } = await newAssetType(company)
      return { asset, job, change: ['type_id', typeId, 'asset', asset.id] as const }
    },
    'a job whose type changes meanwhile': async (company: TestCompany) => {
      const { asset, job } = await newPair(company)
      const { id: typeId } = await newJobType(company)
      return { asset, job, change: ['type_id', typeId, 'job', job.id] as const }
    },
  }

  it.skipIf(db.embedded).each(Object.entries(changes))('%s', async (_, prepare) => {
    const company = await newCompany(db)
    const { asset, job, change } = await prepare(company)
    const [column, value, table, id] = change
    const client = await db.pool.connect()
    await client.query('begin')
    await client.query(`update ${table} set ${column} = $3 where company_id = $1 and id = $2`, [
      company.companyId,
      id,
      value,
    ])
    const input = { assetId: asset.id, jobId: job.id, outcome: 'passed' } as const
    const recorded = recordInspection(company.technician, input).catch((error) => error)
    await untilBlocked((statement) => client.query(statement))
    await client.query('commit')
    client.release()
    expect(await recorded).toMatchObject({ id: expect.any(Number) })
  })
})
