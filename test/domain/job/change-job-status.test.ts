import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/db/generated/prisma/enums.js'
import type { Domain } from '../../../src/domain/domain.js'
import { cancelJob } from '../../../src/domain/job/cancel-job.js'
import { completeJob } from '../../../src/domain/job/complete-job.js'
import { pauseJob } from '../../../src/domain/job/pause-job.js'
import { resumeJob } from '../../../src/domain/job/resume-job.js'
import { startJob } from '../../../src/domain/job/start-job.js'
import {
  at,
  domainOf,
  newCompany,
  newJob,
  newUpload,
  newUser,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.job.findFirstOrThrow({ where: { id } })

const operations = { startJob, pauseJob, resumeJob, completeJob, cancelJob }
type JobOperation = keyof typeof operations

/** The status after each operation in each status; an operation that is missing here is rejected. */
const table: Record<JobStatus, Partial<Record<JobOperation, JobStatus>>> = {
  scheduled: { startJob: 'in_progress', cancelJob: 'cancelled' },
  in_progress: { pauseJob: 'paused', completeJob: 'completed', cancelJob: 'cancelled' },
  paused: { resumeJob: 'in_progress', completeJob: 'completed', cancelJob: 'cancelled' },
  completed: {},
  cancelled: {},
}

const NINE = '2030-01-07T09:00:00Z'

/** A job of the company's technician that the operations have brought into the status, all at 9:00. */
async function jobThatIs(company: TestCompany, status: JobStatus, overrides: object = {}) {
  const { id } = await newJob(company, overrides)
  const domain = at(company.admin, NINE)
  const way: Record<JobStatus, JobOperation[]> = {
    scheduled: [],
    in_progress: ['startJob'],
    paused: ['startJob', 'pauseJob'],
    completed: ['startJob', 'completeJob'],
    cancelled: ['cancelJob'],
  }
  for (const operation of way[status])
    await operations[operation](domain, { id, signatureName: 'Lee' })
  return id
}

const cases = Object.keys(table).flatMap((from) =>
  Object.keys(operations).map((operation) => ({
    from: from as JobStatus,
    operation: operation as JobOperation,
    to: table[from as JobStatus][operation as JobOperation],
  })),
)

describe.each(cases)('$operation of a job that is $from', ({ from, operation, to }) => {
  it(to ? `makes it ${to}` : 'is refused', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, from)
    const before = await read(id)
    if (to) {
      expect(await operations[operation](company.technician, { id })).toEqual({ id })
      expect((await read(id)).status).toBe(to)
    } else {
      expect(await errorCodesOf(operations[operation](company.technician, { id }))).toEqual([
        'WRONG_STATE id',
      ])
      expect(await read(id)).toEqual(before)
    }
  })

  it('is FORBIDDEN for another technician', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, from)
    const before = await read(id)
    const other = domainOf(company, (await newUser(company)).id, 'technician')
    expect(await errorCodesOf(operations[operation](other, { id }))).toEqual(['FORBIDDEN'])
    expect(await read(id)).toEqual(before)
  })
})

describe('the times of a job', () => {
  it('count only the time in progress as worked', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company)
    const clock = (time: string): Domain => at(company.technician, `2030-01-07T${time}Z`)

    await startJob(clock('09:00:00'), { id })
    expect(await read(id)).toMatchObject({
      startedAt: new Date('2030-01-07T09:00:00Z'),
      workingSince: new Date('2030-01-07T09:00:00Z'),
      workedSeconds: 0,
    })
    await pauseJob(clock('09:20:30'), { id })
    expect(await read(id)).toMatchObject({ workingSince: null, workedSeconds: 1230 })
    await resumeJob(clock('10:00:00'), { id })
    expect(await read(id)).toMatchObject({
      startedAt: new Date('2030-01-07T09:00:00Z'),
      workingSince: new Date('2030-01-07T10:00:00Z'),
      workedSeconds: 1230,
    })
    await completeJob(clock('10:00:10'), { id })
    expect(await read(id)).toMatchObject({
      workingSince: null,
      workedSeconds: 1240,
      startedAt: new Date('2030-01-07T09:00:00Z'),
      completedAt: new Date('2030-01-07T10:00:10Z'),
      cancelledAt: null,
      closedById: company.technician.viewer.userId,
    })
  })

  it('do not count the time from a pause to the completion', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'paused')
    await completeJob(at(company.technician, '2030-01-07T12:00:00Z'), { id })
    expect((await read(id)).workedSeconds).toBe(0)
  })

  it('keep the user who cancelled it, the time, and the worked minutes', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'in_progress')
    await cancelJob(at(company.admin, '2030-01-07T09:01:00Z'), { id })
    expect(await read(id)).toMatchObject({
      workedSeconds: 60,
      workingSince: null,
      completedAt: null,
      cancelledAt: new Date('2030-01-07T09:01:00Z'),
      closedById: company.admin.viewer.userId,
    })
  })

  it('never run backwards, even if a clock does', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'in_progress')
    await pauseJob(at(company.technician, '2030-01-07T08:00:00Z'), { id })
    expect((await read(id)).workedSeconds).toBe(0)
  })

  it('count zero minutes if the clock of the start is ahead of the database’s', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'scheduled')
    await startJob(at(company.technician, new Date(Date.now() + 3_600_000)), { id })
    const { data } = await graph(company.admin)('{ jobs { nodes { databaseId totalMinutes } } }')
    expect(data.jobs.nodes).toEqual([{ databaseId: id, totalMinutes: 0 }])
  })
})

describe('the signature of a job', () => {
  it('is required to complete a job that requires it', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'in_progress', { requiresSignature: true })
    for (const signatureName of [undefined, null, 'Lee']) {
      expect(await errorCodesOf(completeJob(company.technician, { id, signatureName }))).toEqual([
        'REQUIRED signature',
      ])
    }
    expect((await read(id)).status).toBe('in_progress')
    const { uuid: documentId } = await newUpload(company)
    await completeJob(company.technician, { id, signature: { documentId, name: ' Lee Ash ' } })
    expect(await read(id)).toMatchObject({ status: 'completed', signatureName: 'Lee Ash' })
  })

  it('may be a name only if it is not required', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'in_progress')
    await completeJob(company.technician, { id, signatureName: 'Lee' })
    expect((await read(id)).signatureName).toBe('Lee')
  })
})

describe('concurrent status changes', () => {
  it('complete a job once', async () => {
    const company = await newCompany(db)
    for (let round = 0; round < 5; round += 1) {
      const id = await jobThatIs(company, 'in_progress')
      const asked = Array.from({ length: 8 }, (_, index) =>
        completeJob(company.technician, { id, signatureName: `Signatory ${index}` }),
      )
      const answers = await Promise.allSettled(asked)
      const winners = [...answers.keys()].filter((index) => answers[index]?.status === 'fulfilled')
      expect(winners).toHaveLength(1)
      expect((await read(id)).signatureName).toBe(`Signatory ${winners[0]}`)
      for (const [index, request] of asked.entries()) {
        if (index !== winners[0]) expect(await errorCodesOf(request)).toEqual(['WRONG_STATE id'])
      }
    }
  })

  it('complete or cancel a job, never both', async () => {
    const company = await newCompany(db)
    const id = await jobThatIs(company, 'paused')
    const answers = await Promise.allSettled([
      completeJob(company.technician, { id }),
      cancelJob(company.admin, { id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { completedAt, cancelledAt } = await read(id)
    expect([completedAt, cancelledAt].filter((time) => time !== null)).toHaveLength(1)
  })
})
