import { describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/domain/domain.js'
import { completeJob } from '../../../src/domain/job/complete-job.js'
import type { JobChange } from '../../../src/domain/job/job-change.js'
import { updateJob } from '../../../src/domain/job/update-job.js'
import { updateZone } from '../../../src/domain/zone/update-zone.js'
import { testDatabase } from '../../support/database.js'
import {
  newCompany,
  newJob,
  newJobType,
  newSite,
  newUser,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()

const jobOf = async ({ companyId }: TestCompany, id: number) => {
  const { jobZones, ...job } = await db.prisma.job.findFirstOrThrow({
    where: { id, companyId },
    include: { jobZones: true },
  })
  return { ...job, zones: jobZones.map(({ zoneId }) => zoneId).sort((a, b) => a - b) }
}

const update = (domain: Domain, id: number, change: Omit<JobChange, 'id'>) =>
  updateJob(domain, { id, ...change })

const START = new Date('2027-01-04T09:00:00Z')
const END = new Date('2027-01-04T12:00:00Z')

/** A change of each field to another valid value, and the columns that it sets. */
async function fullChange(company: TestCompany) {
  const site = await newSite(company)
  const [one, two] = [
    await newZone(company, { siteId: site.id }),
    await newZone(company, { siteId: site.id }),
  ]
  const type = await newJobType(company)
  const technician = await newUser(company)
  const details = {
    scheduledStart: START,
    scheduledEnd: END,
    reference: 'PO-17',
    specialInstructions: 'Ask at the gate.',
    requiresSignature: true,
  }
  return {
    change: {
      siteId: site.uuid,
      jobTypeId: type.id,
      technicianId: technician.uuid,
      zoneIds: [two.uuid, one.id, one.uuid],
      ...details,
    },
    columns: {
      siteId: site.id,
      typeId: type.id,
      technicianId: technician.id,
      zones: [one.id, two.id],
      ...details,
    },
  }
}

describe('updateJob', () => {
  it('changes every field of a scheduled job', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company)
    const { change, columns } = await fullChange(company)
    const before = await jobOf(company, id)
    await update(company.admin, id, change)
    const after = await jobOf(company, id)
    expect(after).toMatchObject(columns)
    expect(after).toMatchObject({ number: before.number, status: 'scheduled' })
    expect(after.updatedAt.getTime()).toBeGreaterThanOrEqual(before.updatedAt.getTime())
  })

  it('leaves absent fields unchanged, and clears fields that are null', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company)
    const { change, columns } = await fullChange(company)
    await update(company.admin, id, change)
    await update(company.admin, id, {})
    expect(await jobOf(company, id)).toMatchObject(columns)
    await update(company.admin, id, { zoneIds: null, reference: null, specialInstructions: ' ' })
    expect(await jobOf(company, id)).toMatchObject({
      ...columns,
      zones: [],
      reference: null,
      specialInstructions: null,
    })
  })

  it.each(['in_progress', 'paused'] as const)(
    'changes all but the site and the type of a job that is %s',
    async (status) => {
      const company = await newCompany(db)
      const workingSince = status === 'in_progress' ? START : null
      const { id, siteId, typeId } = await newJob(company, { status, workingSince })
      const { change, columns } = await fullChange(company)
      const { id: zoneId } = await newZone(company, { siteId })
      const { siteId: otherSite, jobTypeId, ...rest } = { ...change, zoneIds: [zoneId] }
      expect(
        await errorCodesOf(update(company.admin, id, { siteId: otherSite, jobTypeId })),
      ).toEqual(['WRONG_STATE siteId', 'WRONG_STATE jobTypeId'])
      await update(company.admin, id, rest)
      expect(await jobOf(company, id)).toMatchObject({
        ...columns,
        siteId,
        typeId,
        zones: [zoneId],
      })
    },
  )

  it.each(['completed', 'cancelled'] as const)(
    'changes only the reference of a job that is %s',
    async (status) => {
      const company = await newCompany(db)
      const { id } = await newJob(company, { status })
      const { reference, ...fixed } = (await fullChange(company)).change
      expect((await errorCodesOf(update(company.admin, id, fixed))).sort()).toEqual(
        Object.keys(fixed)
          .map((field) => `WRONG_STATE ${field}`)
          .sort(),
      )
      await update(company.admin, id, { reference })
      expect((await jobOf(company, id)).reference).toBe('PO-17')
    },
  )

  it.each(['scheduled', 'completed'] as const)(
    'accepts the values that a %s job has, even if a new job could not have them',
    async (status) => {
      const company = await newCompany(db)
      const { id: typeId } = await newJobType(company, { active: false })
      const { id: technicianId } = await newUser(company, { active: false })
      const { id } = await newJob(company, { status, typeId, technicianId })
      const { scheduledStart, scheduledEnd, siteId, requiresSignature, zones } = await jobOf(
        company,
        id,
      )
      await update(company.admin, id, {
        siteId,
        jobTypeId: typeId,
        technicianId,
        scheduledStart,
        scheduledEnd,
        requiresSignature,
        zoneIds: zones,
        specialInstructions: null,
        reference: 'PO-18',
      })
      expect(await jobOf(company, id)).toMatchObject({ typeId, technicianId, reference: 'PO-18' })
    },
  )

  it('rejects what createJob rejects, all together', async () => {
    const company = await newCompany(db)
    const other = await newCompany(db)
    const { id } = await newJob(company)
    const zoneOfOtherSite = await newZone(company)
    const before = await jobOf(company, id)
    const rejected = update(company.admin, id, {
      siteId: (await newSite(other)).uuid,
      jobTypeId: (await newJobType(company, { active: false })).id,
      technicianId: company.users.admin.id,
      zoneIds: [(await newZone(other)).id, zoneOfOtherSite.id],
      scheduledStart: END,
      scheduledEnd: START,
      reference: 'x'.repeat(256),
      specialInstructions: 'x'.repeat(10_001),
      requiresSignature: null,
    })
    expect((await errorCodesOf(rejected)).sort()).toEqual([
      'INVALID jobTypeId',
      'INVALID scheduledEnd',
      'INVALID technicianId',
      'NOT_FOUND siteId',
      'NOT_FOUND zoneIds.0',
      'REQUIRED requiresSignature',
      'TOO_LONG reference',
      'TOO_LONG specialInstructions',
    ])
    expect(
      await errorCodesOf(update(company.admin, id, { zoneIds: [zoneOfOtherSite.id] })),
    ).toEqual(['INVALID zoneIds.0'])
    expect(await jobOf(company, id)).toEqual(before)
  })

  it('compares a single new time with the other one that the job has', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company, { scheduledStart: START, scheduledEnd: END })
    const rejected = (change: Omit<JobChange, 'id'>) =>
      errorCodesOf(update(company.admin, id, change))
    expect(await rejected({ scheduledStart: END })).toEqual(['INVALID scheduledStart'])
    expect(await rejected({ scheduledStartLocal: '2027-01-04T12:00' })).toEqual([
      'INVALID scheduledStartLocal',
    ])
    expect(await rejected({ scheduledEnd: START })).toEqual(['INVALID scheduledEnd'])
    expect(await rejected({ scheduledEndLocal: '2027-01-04T09:00' })).toEqual([
      'INVALID scheduledEndLocal',
    ])
  })

  it('moves a job with zones to another site only with zones of that site', async () => {
    const company = await newCompany(db)
    const site = await newSite(company)
    const zone = await newZone(company)
    const { id } = await newJob(company, { siteId: zone.siteId })
    await update(company.admin, id, { zoneIds: [zone.id] })
    expect(await errorCodesOf(update(company.admin, id, { siteId: site.id }))).toEqual([
      'INVALID zoneIds',
    ])
    await update(company.admin, id, { siteId: site.id, zoneIds: [] })
    expect(await jobOf(company, id)).toMatchObject({ siteId: site.id, zones: [] })
  })

  it('reads local times in the time zone of the site that the job moves to', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company)
    const site = await newSite(company, { timezone: 'Asia/Kathmandu' })
    await update(company.admin, id, {
      siteId: site.id,
      scheduledStartLocal: '2027-01-04T10:00',
      scheduledEndLocal: '2027-01-04T11:30:15',
    })
    expect(await jobOf(company, id)).toMatchObject({
      scheduledStart: new Date('2027-01-04T04:15:00Z'),
      scheduledEnd: new Date('2027-01-04T05:45:15Z'),
    })
  })

  it('is refused for technicians, and for a job that is removed or of another company', async () => {
    const company = await newCompany(db)
    const other = await newCompany(db)
    const { id } = await newJob(company)
    await expect(update(company.technician, id, { reference: 'x' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(update(other.admin, id, { reference: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const { id: removed } = await newJob(company, { deletedAt: new Date() })
    await expect(update(company.admin, removed, { reference: 'x' })).rejects.toMatchObject({
      code: 'REMOVED',
    })
  })
})

describe('concurrency', () => {
  it('a job that is completed at the same time is not changed afterwards', async () => {
    const company = await newCompany(db)
    for (let round = 0; round < 5; round++) {
      const { id } = await newJob(company, { status: 'paused' })
      const [, updated] = await Promise.allSettled([
        completeJob(company.admin, { id }),
        update(company.admin, id, { scheduledStart: START, scheduledEnd: END }),
      ])
      const { scheduledStart, status } = await jobOf(company, id)
      expect(status).toBe('completed')
      expect(updated.status === 'fulfilled').toBe(scheduledStart.getTime() === START.getTime())
    }
  })

  it('a job does not get a zone that moves to another site at the same time', async () => {
    const company = await newCompany(db)
    const { id: siteId } = await newSite(company)
    for (let round = 0; round < 5; round++) {
      const zone = await newZone(company)
      const { id } = await newJob(company, { siteId: zone.siteId })
      await Promise.allSettled([
        update(company.admin, id, { zoneIds: [zone.id] }),
        updateZone(company.admin, { id: zone.id, siteId }),
      ])
      const { zones } = await jobOf(company, id)
      const { siteId: now } = await db.prisma.zone.findFirstOrThrow({
        where: { id: zone.id, companyId: company.companyId },
      })
      expect(zones.length === 1).toBe(now === zone.siteId)
    }
  })

  it('two concurrent updates of different fields both take effect', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company)
    await Promise.all([
      update(company.admin, id, { reference: 'PO-17' }),
      update(company.admin, id, { scheduledStart: START, scheduledEnd: END }),
    ])
    expect(await jobOf(company, id)).toMatchObject({ reference: 'PO-17', scheduledStart: START })
  })
})
