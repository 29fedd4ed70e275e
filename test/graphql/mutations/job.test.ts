import { describe, expect, it } from 'vitest'
import {
  newCompany,
  newJob,
  newJobType,
  newSite,
  newUpload,
  newUser,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { runMutation, errorCodesOf } from './run-mutation.js'

const db = testDatabase()

const START = '2030-01-07T09:00:00.000Z'
const END = '2030-01-07T11:00:00.000Z'

async function validJob(company: TestCompany) {
  const site = await newSite(company, { name: 'North' })
  const technician = await newUser(company, { firstName: 'Ada', lastName: 'Marsh' })
  const type = await newJobType(company, { description: 'Check', requiresSignature: true })
  const zone = await newZone(company, { siteId: site.id, name: 'Roof' })
  return {
    siteId: site.uuid,
    jobTypeId: type.uuid,
    technicianId: technician.uuid,
    zoneIds: [zone.uuid],
    scheduledStart: START,
    scheduledEnd: END,
  }
}

describe('createJob', () => {
  it('returns the job with its relations', async () => {
    const company = await newCompany(db)
    const input = {
      ...(await validJob(company)),
      reference: 'PO-17',
      specialInstructions: 'Ask at the gate.',
    }
    const { job } = await runMutation(
      company.admin,
      'createJob',
      input,
      `job { number status paused reference specialInstructions requiresSignature signatureName
        scheduledStart scheduledEnd startedAt completedAt closedBy { id } totalMinutes syncedAt
        type { name } site { name openJobsCount } technician { fullName }
        createdBy { databaseId } zones { nodes { name } } documents { totalCount }
        inspections { totalCount } }`,
    )
    expect(job).toEqual({
      number: 1,
      status: 'SCHEDULED',
      paused: false,
      reference: 'PO-17',
      specialInstructions: 'Ask at the gate.',
      requiresSignature: true,
      signatureName: null,
      scheduledStart: START,
      scheduledEnd: END,
      startedAt: null,
      completedAt: null,
      closedBy: null,
      totalMinutes: 0,
      syncedAt: null,
      type: { name: 'Check' },
      site: { name: 'North', openJobsCount: 1 },
      technician: { fullName: 'Ada Marsh' },
      createdBy: { databaseId: company.admin.viewer.userId },
      zones: { nodes: [{ name: 'Roof' }] },
      documents: { totalCount: 0 },
      inspections: { totalCount: 0 },
    })
  })

  it('reports all validation errors together, and uses no number', async () => {
    const company = await newCompany(db)
    const other = await newCompany(db)
    const input = await validJob(company)
    const refusal = await errorCodesOf(company.admin, 'createJob', {
      ...input,
      jobTypeId: (await newJobType(company, { active: false })).uuid,
      technicianId: (await newUser(company, { role: 'admin' })).uuid,
      zoneIds: [...input.zoneIds, (await newZone(company)).uuid, (await newZone(other)).uuid],
      scheduledEnd: START,
      reference: 'x'.repeat(256),
      specialInstructions: 'x'.repeat(10_001),
    })
    expect(refusal.sort()).toEqual([
      'INVALID jobTypeId',
      'INVALID scheduledEnd',
      'INVALID technicianId',
      'INVALID zoneIds.1',
      'NOT_FOUND zoneIds.2',
      'TOO_LONG reference',
      'TOO_LONG specialInstructions',
    ])
    expect(
      (await runMutation(company.admin, 'createJob', input, 'job { number }')).job.number,
    ).toBe(1)
  })
})

const TIMES = 'job { id scheduledStart scheduledStartLocal scheduledEnd scheduledEndLocal }'

describe('local times of a job', () => {
  async function validLocalJob(company: TestCompany, timezone: string | null) {
    const none = { scheduledStart: undefined, scheduledEnd: undefined }
    const input = { ...(await validJob(company)), ...none }
    await company.db.prisma.site.updateMany({
      where: { uuid: input.siteId },
      data: { timezone },
    })
    return input
  }

  it.each([
    ['Europe/Berlin', '2027-01-04T09:00:00.000Z', '2027-07-05T10:30:15.000Z'],
    ['America/New_York', '2027-01-04T15:00:00.000Z', '2027-07-05T16:30:15.000Z'],
    [null, '2027-01-04T10:00:00.000Z', '2027-07-05T12:30:15.000Z'],
  ])('are read and returned in the time zone %s', async (timezone, start, end) => {
    const company = await newCompany(db)
    const local = {
      scheduledStartLocal: '2027-01-04T10:00',
      scheduledEndLocal: '2027-07-05T12:30:15',
    }
    const input = { ...(await validLocalJob(company, timezone)), ...local }
    const { job } = await runMutation(company.admin, 'createJob', input, TIMES)
    expect(job).toMatchObject({ ...local, scheduledStart: start, scheduledEnd: end })
    const { data } = await graph(company.admin)(
      '{ jobs { nodes { id scheduledStart scheduledStartLocal scheduledEnd scheduledEndLocal } } }',
    )
    expect(data.jobs.nodes).toEqual([job])

    const moved = { id: job.id, scheduledEndLocal: '2027-07-06T12:30' }
    const answer = await runMutation(company.admin, 'updateJob', moved, TIMES)
    expect(answer.job).toMatchObject({ ...local, scheduledEndLocal: '2027-07-06T12:30' })
  })

  it('that clocks skip, that are malformed or missing, or that contradict are rejected', async () => {
    const company = await newCompany(db)
    const input = await validLocalJob(company, 'Europe/Berlin')
    const errorsFor = (times: object) =>
      errorCodesOf(company.admin, 'createJob', { ...input, ...times })
    expect(
      await errorsFor({
        scheduledStartLocal: '2027-03-28T02:30',
        scheduledEndLocal: 'tomorrow',
      }),
    ).toEqual(['INVALID scheduledStartLocal', 'INVALID scheduledEndLocal'])
    expect(await errorsFor({})).toEqual(['REQUIRED scheduledStart', 'REQUIRED scheduledEnd'])
    expect(
      await errorsFor({
        scheduledStart: '2027-01-04T09:00:00Z',
        scheduledStartLocal: '2027-01-04T10:01',
        scheduledEnd: '2027-01-04T12:00:00Z',
      }),
    ).toEqual(['INVALID scheduledStartLocal'])
    expect(
      await errorsFor({
        scheduledStartLocal: '2027-01-04T10:00',
        scheduledEndLocal: '2027-01-04T10:00',
      }),
    ).toEqual(['INVALID scheduledEndLocal'])
  })

  it('that occur twice mean the first one', async () => {
    const company = await newCompany(db)
    const input = await validLocalJob(company, 'Europe/Berlin')
    const { job } = await runMutation(
      company.admin,
      'createJob',
      { ...input, scheduledStartLocal: '2026-10-25T02:30', scheduledEnd: '2026-10-25T01:30:00Z' },
      TIMES,
    )
    expect(job).toMatchObject({
      scheduledStart: '2026-10-25T00:30:00.000Z',
      scheduledEndLocal: '2026-10-25T02:30',
    })
  })
})

describe('updateJob', () => {
  it('moves a job to another day and technician, and returns it', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newJob(company)
    const input = {
      id,
      technicianId: (await newUser(company, { firstName: 'Ada', lastName: 'Marsh' })).uuid,
      scheduledStart: START,
      scheduledEnd: END,
    }
    const selection = 'job { id scheduledStart scheduledEnd technician { fullName } }'
    expect((await runMutation(company.admin, 'updateJob', input, selection)).job).toEqual({
      id,
      scheduledStart: START,
      scheduledEnd: END,
      technician: { fullName: 'Ada Marsh' },
    })
  })

  it('is refused for technicians, other companies, and statuses that do not allow it', async () => {
    const company = await newCompany(db)
    const other = await newCompany(db)
    const { uuid: id } = await newJob(company, { status: 'completed' })
    const input = { id, specialInstructions: 'Ask at the gate.' }
    expect(await errorCodesOf(company.technician, 'updateJob', input)).toEqual(['FORBIDDEN'])
    expect(await errorCodesOf(other.admin, 'updateJob', input)).toEqual(['NOT_FOUND id'])
    expect(await errorCodesOf(company.admin, 'updateJob', input)).toEqual([
      'WRONG_STATE specialInstructions',
    ])
  })
})

describe('changing the status of a job', () => {
  const SELECTION = 'job { status paused signatureName closedBy { databaseId } }'

  it('is allowed from start to completion for its technician', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newJob(company, { requiresSignature: true })
    const move = async (name: string, input: object = {}) =>
      (await runMutation(company.technician, name, { id, ...input }, SELECTION)).job

    const open = { paused: false, signatureName: null, closedBy: null }
    expect(await move('startJob')).toEqual({ ...open, status: 'IN_PROGRESS' })
    expect(await move('pauseJob')).toEqual({ ...open, status: 'PAUSED', paused: true })
    expect(await move('resumeJob')).toEqual({ ...open, status: 'IN_PROGRESS' })
    expect(await errorCodesOf(company.technician, 'completeJob', { id })).toEqual([
      'REQUIRED signature',
    ])
    const { uuid: documentId } = await newUpload(company)
    const signature = { documentId, name: 'J. Doe' }
    expect(await move('completeJob', { signature })).toEqual({
      paused: false,
      status: 'COMPLETED',
      signatureName: 'J. Doe',
      closedBy: { databaseId: company.technician.viewer.userId },
    })
  })

  it('can cancel it', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newJob(company)
    const { job } = await runMutation(company.admin, 'cancelJob', { id }, SELECTION)
    expect(job).toEqual({
      status: 'CANCELLED',
      paused: false,
      signatureName: null,
      closedBy: { databaseId: company.admin.viewer.userId },
    })
  })

  const wrong = [
    ['startJob', ['in_progress', 'paused', 'completed', 'cancelled']],
    ['pauseJob', ['scheduled', 'paused', 'completed', 'cancelled']],
    ['resumeJob', ['scheduled', 'in_progress', 'completed', 'cancelled']],
    ['completeJob', ['scheduled', 'completed', 'cancelled']],
    ['cancelJob', ['completed', 'cancelled']],
  ] as const
  it.each(wrong)('%s is WRONG_STATE from %s', async (name, statuses) => {
    const company = await newCompany(db)
    for (const status of statuses) {
      const workingSince = status === 'in_progress' ? new Date() : null
      const { uuid: id } = await newJob(company, { status, workingSince })
      expect(await errorCodesOf(company.admin, name, { id }), status).toEqual(['WRONG_STATE id'])
    }
  })

  it.each(wrong)('%s is FORBIDDEN for another technician', async (name) => {
    const company = await newCompany(db)
    const { id: technicianId } = await newUser(company)
    const { uuid: id } = await newJob(company, { technicianId })
    expect(await errorCodesOf(company.technician, name, { id })).toEqual(['FORBIDDEN'])
  })
})

describe('removeJob and restoreJob', () => {
  it('hide a job from lists, and show it again with its number', async () => {
    const company = await newCompany(db)
    const { uuid: id, number } = await newJob(company)
    const jobs = async () =>
      (await graph(company.admin)('{ jobs { nodes { id } } }')).data.jobs.nodes

    expect(await runMutation(company.admin, 'removeJob', { id }, 'job { number }')).toMatchObject({
      job: { number },
    })
    expect(await jobs()).toEqual([])
    await runMutation(company.admin, 'restoreJob', { id })
    expect(await jobs()).toEqual([{ id }])
  })

  it('are rejected for an open job with all reasons while its references are removed', async () => {
    const company = await newCompany(db)
    const deletedAt = new Date()
    const { uuid: id } = await newJob(company, {
      siteId: (await newSite(company, { deletedAt })).id,
      typeId: (await newJobType(company, { deletedAt })).id,
      technicianId: (await newUser(company, { deletedAt })).id,
      deletedAt,
    })
    expect(await errorCodesOf(company.admin, 'restoreJob', { id })).toEqual([
      'WRONG_STATE id',
      'WRONG_STATE id',
      'WRONG_STATE id',
    ])
  })

  it.each([
    ['inactive', { active: false }],
    ['an admin', { role: 'ADMIN' }],
  ])('are rejected for an open job whose technician is now %s', async (_state, change) => {
    const company = await newCompany(db)
    const { id: technicianId, uuid } = await newUser(company)
    const job = await newJob(company, { technicianId })
    await runMutation(company.admin, 'removeJob', { id: job.uuid })
    await runMutation(company.admin, 'updateUser', { id: uuid, ...change })
    expect(await errorCodesOf(company.admin, 'restoreJob', { id: job.uuid })).toEqual([
      'WRONG_STATE id',
    ])
    await db.prisma.job.updateMany({
      where: { uuid: job.uuid },
      data: { status: 'completed', completedAt: new Date() },
    })
    expect(await runMutation(company.admin, 'restoreJob', { id: job.uuid })).toBeTruthy()
  })

  it('keep the local times of a job whose site changes its time zone meanwhile', async () => {
    const company = await newCompany(db)
    const site = await newSite(company, { timezone: null })
    const { uuid: id } = await newJob(company, {
      siteId: site.id,
      scheduledStart: new Date('2030-01-07T09:00:00Z'),
      scheduledEnd: new Date('2030-01-07T11:00:00Z'),
    })
    await runMutation(company.admin, 'removeJob', { id })
    const address = { timezone: 'Asia/Tokyo' }
    const input = { id: site.uuid, address }
    expect(await runMutation(company.admin, 'updateSite', input, 'movedJobsCount')).toMatchObject({
      movedJobsCount: 0,
    })
    const fields = 'job { scheduledStartLocal scheduledEnd }'
    expect((await runMutation(company.admin, 'restoreJob', { id }, fields)).job).toEqual({
      scheduledStartLocal: '2030-01-07T09:00',
      scheduledEnd: '2030-01-07T02:00:00.000Z',
    })
  })

  it('reject status changes of a removed job', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newJob(company, { deletedAt: new Date() })
    expect(await errorCodesOf(company.admin, 'startJob', { id })).toEqual(['NOT_FOUND id'])
  })
})
