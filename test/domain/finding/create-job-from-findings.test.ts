import { describe, expect, it } from 'vitest'
import {
  createJobFromFindings,
  type NewJobFromFindings,
} from '../../../src/domain/finding/create-job-from-findings.js'
import { cancelJob } from '../../../src/domain/job/cancel-job.js'
import {
  newAsset,
  newCompany,
  newFinding,
  newJobType,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()

const inputOf = async (
  company: TestCompany,
  findingIds: readonly (number | string)[],
): Promise<NewJobFromFindings> => ({
  findingIds,
  jobTypeId: (await newJobType(company)).id,
  technicianId: company.technician.viewer.userId,
  scheduledStart: new Date('2030-01-07T09:00:00Z'),
  scheduledEnd: new Date('2030-01-07T10:00:00Z'),
  reference: 'F-1',
})

const readJob = (id: number) =>
  db.prisma.job.findFirstOrThrow({ where: { id }, include: { jobZones: true } })

describe('createJobFromFindings', () => {
  it('creates a job of the site, with the zones of the assets', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const second = await newZone(company, { siteId: zone.siteId })
    const assets = [
      await newAsset(company, { zoneId: zone.id }),
      await newAsset(company, { zoneId: zone.id }),
      await newAsset(company, { zoneId: second.id }),
    ]
    const findings = []
    for (const { id } of assets) findings.push(await newFinding(company, { assetId: id }))
    const [first, ...others] = findings
    const keys = [first!.uuid, ...others.map(({ id }) => id), first!.id]
    const { id, number } = await createJobFromFindings(company.admin, await inputOf(company, keys))
    const job = await readJob(id)
    expect(job).toMatchObject({ siteId: zone.siteId, reference: 'F-1', number })
    expect(job.jobZones.map(({ zoneId }) => zoneId).sort()).toEqual([zone.id, second.id])
    const ids = findings.map((finding) => finding.id)
    const linked = await db.prisma.finding.findMany({ where: { id: { in: ids } } })
    expect(linked.map(({ jobId }) => jobId)).toEqual([id, id, id])
  })

  it('rejects findings that are not open, have an open job or are at another site', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const { id: assetId } = await newAsset(company, { zoneId: zone.id })
    const open = await newFinding(company, { assetId })
    const resolved = await newFinding(company, { assetId, status: 'resolved' })
    const planned = await newFinding(company, { assetId })
    const elsewhere = await newFinding(company)
    const { id } = await createJobFromFindings(company.admin, await inputOf(company, [planned.id]))
    const input = await inputOf(company, [open.id, resolved.id, planned.id, elsewhere.id, 0])
    const invalid = { ...input, jobTypeId: 0, scheduledEnd: input.scheduledStart }
    expect(await errorCodesOf(createJobFromFindings(company.admin, invalid))).toEqual([
      'WRONG_STATE findingIds.1',
      'WRONG_STATE findingIds.2',
      'INVALID findingIds.3',
      'NOT_FOUND findingIds.4',
      'INVALID scheduledEnd',
      'NOT_FOUND jobTypeId',
    ])
    expect(await db.prisma.job.count({ where: { companyId: company.companyId } })).toBe(1)

    await cancelJob(company.admin, { id })
    const again = await inputOf(company, [open.id, planned.id])
    const next = await createJobFromFindings(company.admin, again)
    expect(await db.prisma.finding.count({ where: { jobId: next.id } })).toBe(2)
    expect(next.number).toBe(2)
  })

  it('reports the errors of the job also without a finding', async () => {
    const company = await newCompany(db)
    const none = { ...(await inputOf(company, [])), technicianId: 0 }
    expect(await errorCodesOf(createJobFromFindings(company.admin, none))).toEqual([
      'REQUIRED findingIds',
      'NOT_FOUND technicianId',
    ])
    const many = await inputOf(company, Array<number>(251).fill(0))
    const codes = await errorCodesOf(createJobFromFindings(company.admin, many))
    expect(codes).toContain('TOO_LONG findingIds')
    expect(codes).not.toContain('NOT_FOUND siteId')
  })

  it('creates one job if two admins select the same findings at the same time', async () => {
    const company = await newCompany(db)
    const findings = [await newFinding(company)]
    findings.push(await newFinding(company, { assetId: findings[0]!.assetId }))
    const keys = findings.map(({ id }) => id)
    const [first, second] = [
      await inputOf(company, keys),
      await inputOf(company, [...keys].reverse()),
    ]
    const results = await Promise.allSettled([
      createJobFromFindings(company.admin, first),
      createJobFromFindings(company.admin, second),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const jobs = await db.prisma.job.findMany({ where: { companyId: company.companyId } })
    expect(jobs.map(({ number }) => number)).toEqual([1])
  })

  it('is for admins', async () => {
    const company = await newCompany(db)
    const { id } = await newFinding(company)
    const input = await inputOf(company, [id])
    expect(await errorCodesOf(createJobFromFindings(company.technician, input))).toEqual([
      'FORBIDDEN',
    ])
  })
})
