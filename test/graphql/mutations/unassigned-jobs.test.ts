import { describe, expect, it } from 'vitest'
import {
  newCompany,
  newFinding,
  newJob,
  newJobType,
  newSite,
  newUser,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { errorCodesOf, runMutation, send } from './run-mutation.js'

const db = testDatabase()

const START = '2030-01-07T09:00:00.000Z'
const END = '2030-01-07T11:00:00.000Z'

const set = ({ admin }: TestCompany, allowUnassignedJobs: boolean) =>
  runMutation(admin, 'updateCompany', { allowUnassignedJobs }, 'company { allowUnassignedJobs }')

/** A company that allows jobs without a technician, and its placeholder. */
async function newOpenCompany() {
  const company = await newCompany(db)
  await set(company, true)
  const { companyId } = company
  const placeholder = await db.prisma.user.findFirstOrThrow({
    where: { companyId, placeholder: true },
  })
  return { ...company, placeholder }
}

const validJob = async (company: TestCompany) => ({
  siteId: (await newSite(company)).uuid,
  jobTypeId: (await newJobType(company)).uuid,
  scheduledStart: START,
  scheduledEnd: END,
})

const JOB = 'job { id assigned technician { id fullName placeholder } }'

const unassigned = ({ placeholder }: { readonly placeholder: { readonly uuid: string } }) => ({
  assigned: false,
  technician: { id: placeholder.uuid, fullName: 'Not assigned', placeholder: true },
})

describe('allowUnassignedJobs', () => {
  it('creates one placeholder, also for concurrent changes', async () => {
    const company = await newCompany(db)
    await Promise.all([set(company, true), set(company, true)])
    await set(company, false)
    const changed = await set(company, true)
    expect(changed.company).toEqual({ allowUnassignedJobs: true })
    const { data } = await graph(company.admin)(
      `{ users(filter: { search: "not assigned" }) { nodes { placeholder active role email
        notificationPreferences { digestDays } history { nodes { changes { field after } } } } }
        active: users(filter: { active: true }) { nodes { placeholder } }
        company { history(first: 1) { nodes { changes { field before after } } } } }`,
    )
    const [placeholder, ...others] = data.users.nodes
    expect(others).toEqual([])
    expect(placeholder).toMatchObject({ placeholder: true, active: false, role: 'TECHNICIAN' })
    expect(placeholder.email).toMatch(/^unassigned@[\da-f-]{36}\.invalid$/)
    const fields = placeholder.history.nodes.flatMap(
      (entry: { changes: object[] }) => entry.changes,
    )
    expect(fields).toContainEqual({ field: 'placeholder', after: 'true' })
    expect(data.active.nodes).toEqual([{ placeholder: false }, { placeholder: false }])
    const change = { field: 'allowUnassignedJobs', before: 'false', after: 'true' }
    expect(data.company.history.nodes).toEqual([{ changes: [change] }])
  })

  it('creates none with an invalid input, or in a dry run', async () => {
    const { admin } = await newCompany(db)
    const input = { allowUnassignedJobs: true, name: '' }
    expect(await errorCodesOf(admin, 'updateCompany', input)).toEqual(['REQUIRED name'])
    const nothing = { allowUnassignedJobs: null }
    expect(await errorCodesOf(admin, 'updateCompany', nothing)).toEqual([
      'REQUIRED allowUnassignedJobs',
    ])
  })

  it('leaves jobs as they are when it is switched off, and allows no further ones', async () => {
    const company = await newOpenCompany()
    const { admin, placeholder } = company
    const { job } = await runMutation(admin, 'createJob', await validJob(company), JOB)
    await set(company, false)
    // What stays the same is not a change.
    for (const technicianId of [null, placeholder.uuid]) {
      const input = { id: job.id, technicianId, reference: 'Kept' }
      const updated = await runMutation(admin, 'updateJob', input, JOB)
      expect(updated.job).toEqual({ id: job.id, ...unassigned(company) })
    }
    const { uuid: id } = await newJob(company)
    for (const technicianId of [null, placeholder.uuid]) {
      const required = ['REQUIRED technicianId']
      const input = { ...(await validJob(company)), technicianId }
      expect(await errorCodesOf(admin, 'createJob', input)).toEqual(required)
      expect(await errorCodesOf(admin, 'updateJob', { id, technicianId })).toEqual(required)
    }
    const technicianId = company.users.technician.uuid
    const assigned = await runMutation(admin, 'updateJob', { id: job.id, technicianId }, JOB)
    expect(assigned.job).toMatchObject({ assigned: true })
    const back = { id: job.id, technicianId: null }
    expect(await errorCodesOf(admin, 'updateJob', back)).toEqual(['REQUIRED technicianId'])
  })
})

describe('a new job without a technician', () => {
  it('is rejected together with its other errors, unless the company allows it', async () => {
    const company = await newCompany(db)
    const input = await validJob(company)
    const site = await newSite(await newCompany(db))
    const wrong = { ...input, jobTypeId: site.uuid, siteId: site.uuid }
    expect(await errorCodesOf(company.admin, 'createJob', wrong)).toEqual([
      'NOT_FOUND siteId',
      'NOT_FOUND jobTypeId',
      'REQUIRED technicianId',
    ])
    await set(company, true)
    expect(await errorCodesOf(company.admin, 'createJob', wrong)).toEqual([
      'NOT_FOUND siteId',
      'NOT_FOUND jobTypeId',
    ])
    const other = { ...(await validJob(company)), technicianId: site.uuid }
    expect(await errorCodesOf(company.admin, 'createJob', other)).toEqual([
      'NOT_FOUND technicianId',
    ])
  })

  it('has the placeholder of its company', async () => {
    const company = await newOpenCompany()
    await newOpenCompany()
    const { admin, placeholder } = company
    const input = await validJob(company)
    for (const more of [{}, { technicianId: null }, { technicianId: placeholder.uuid }]) {
      const { job } = await runMutation(admin, 'createJob', { ...input, ...more }, JOB)
      expect(job).toMatchObject(unassigned(company))
    }
  })

  it('is possible beside others in one mutation', async () => {
    const company = await newOpenCompany()
    const input = await validJob(company)
    const technicianId = company.users.technician.uuid
    const foreign = await newOpenCompany()
    const rows = [
      input,
      { ...input, technicianId },
      { ...input, technicianId: foreign.placeholder.uuid },
      { ...input, technicianId: company.placeholder.uuid },
    ]
    const { data } = await send(
      company.admin,
      'createJobs',
      { rows, onError: 'SKIP_FAILED' },
      'jobs { assigned }',
    )
    const [assigned, notAssigned] = [{ assigned: true }, { assigned: false }]
    expect(data.createJobs.jobs).toEqual([notAssigned, assigned, null, notAssigned])
  })

  it('can resolve findings', async () => {
    const company = await newOpenCompany()
    const { jobTypeId } = await validJob(company)
    const { uuid } = await newFinding(company)
    const times = { scheduledStart: START, scheduledEnd: END }
    const from = { ...times, jobTypeId, findingIds: [uuid] }
    const { job } = await runMutation(company.admin, 'createJobFromFindings', from, JOB)
    expect(job).toMatchObject(unassigned(company))
  })
})

describe('a job', () => {
  it('is taken from its technician by null, until the work has started', async () => {
    const company = await newOpenCompany()
    const { admin } = company
    const [first, second] = [await newJob(company), await newJob(company)]
    const one = await runMutation(admin, 'updateJob', { id: first.uuid, technicianId: null }, JOB)
    expect(one.job).toEqual({ id: first.uuid, ...unassigned(company) })
    const technicianId = company.users.technician.uuid
    const rows = [
      { id: first.uuid, technicianId },
      { id: second.uuid, technicianId: null },
    ]
    const both = await runMutation(admin, 'updateJobs', { rows }, 'jobs { assigned }')
    expect(both.jobs).toEqual([{ assigned: true }, { assigned: false }])
    for (const status of ['in_progress', 'paused', 'completed', 'cancelled'] as const) {
      const { uuid: id } = await newJob(company, { status })
      const refused = await errorCodesOf(admin, 'updateJob', { id, technicianId: null })
      expect(refused, status).toEqual(['WRONG_STATE technicianId'])
    }
  })

  it('is not started without a technician', async () => {
    const company = await newOpenCompany()
    const { id: technicianId } = company.placeholder
    const { uuid: id } = await newJob(company, { technicianId })
    const { data } = await send(company.admin, 'startJob', { id })
    expect(data.startJob.userErrors).toEqual([
      {
        code: 'WRONG_STATE',
        field: ['id'],
        message: 'A job without a technician cannot be started: assign it first.',
      },
    ])
    for (const name of ['startJob', 'cancelJob', 'confirmJobSync'])
      expect(await errorCodesOf(company.technician, name, { id }), name).toEqual(['FORBIDDEN'])
    expect(await errorCodesOf(company.admin, 'completeJob', { id })).toEqual(['WRONG_STATE id'])
    await runMutation(company.admin, 'cancelJob', { id })
  })

  it('is not in conflict with others that are not assigned either', async () => {
    const company = await newOpenCompany()
    const times = { scheduledStart: START, scheduledEnd: END }
    for (const technicianId of [company.placeholder.id, company.users.technician.id])
      for (const reference of ['a', 'b'])
        await newJob(company, { ...times, technicianId, reference })
    const { data } = await graph(company.admin)(
      `{ jobs { nodes { assigned conflicts { totalCount nodes { reference } } } }
        jobStatistics(groupBy: [TECHNICIAN]) { nodes { count technician { placeholder } } } }`,
    )
    const counts = data.jobs.nodes.map(
      (job: { assigned: boolean; conflicts: { totalCount: number } }) =>
        `${job.assigned} ${job.conflicts.totalCount}`,
    )
    expect(counts.sort()).toEqual(['false 0', 'false 0', 'true 1', 'true 1'])
    expect(data.jobStatistics.nodes).toHaveLength(2)
  })
})

describe('the placeholder', () => {
  it('cannot be changed, removed, or responsible for anything but jobs', async () => {
    const company = await newOpenCompany()
    const { admin, placeholder } = company
    const { uuid: id } = placeholder
    const changes = [
      { firstName: 'New' },
      { active: true },
      { password: 'correct horse battery staple' },
      { role: 'ADMIN' },
      { email: 'new@users.example' },
    ]
    for (const change of changes)
      expect(await errorCodesOf(admin, 'updateUser', { id, ...change })).toEqual(['NOT_ALLOWED id'])
    expect(await errorCodesOf(admin, 'removeUser', { id })).toEqual(['NOT_ALLOWED id'])
    const primary = { primaryUserId: id }
    expect(await errorCodesOf(admin, 'updateCompany', primary)).toEqual(['INVALID primaryUserId'])
    const managed = { id: (await newSite(company)).uuid, managerId: id }
    expect(await errorCodesOf(admin, 'updateSite', managed)).toEqual(['INVALID managerId'])
    const key = { name: 'Key', actsAs: id, scopes: ['READ'] }
    expect(await errorCodesOf(admin, 'createApiKey', key)).toEqual(['INVALID actsAs'])
  })

  it('takes over open jobs of a user if the company allows it and none has started', async () => {
    const company = await newOpenCompany()
    const { admin, placeholder } = company
    const user = await newUser(company)
    const planned = await newJob(company, { technicianId: user.id })
    const started = await newJob(company, { technicianId: user.id, status: 'in_progress' })
    const input = { id: user.uuid, active: false, reassignOpenJobsTo: placeholder.uuid }
    expect(await errorCodesOf(admin, 'updateUser', input)).toEqual([
      'WRONG_STATE reassignOpenJobsTo',
    ])
    const technicianId = company.users.technician.uuid
    await runMutation(admin, 'updateJob', { id: started.uuid, technicianId })
    await set(company, false)
    expect(await errorCodesOf(admin, 'updateUser', input)).toEqual(['INVALID reassignOpenJobsTo'])
    await set(company, true)
    await runMutation(admin, 'updateUser', input)
    const { data } = await graph(admin)('{ jobs(filter: { assigned: false }) { nodes { id } } }')
    expect(data.jobs.nodes).toEqual([{ id: planned.uuid }])
  })
})
