import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Answered, seconds, stamp } from './interfaces.js'
import { maybe, RUNS, stored, text } from './arbitraries.js'
import { HOURS_EAST, type AgreementCompany, newAgreementCompany } from './company.js'

let company: AgreementCompany
beforeAll(async () => {
  company = await newAgreementCompany()
})

const READ = `query ($id: ID!) { job(id: $id) {
  id databaseId number reference specialInstructions requiresSignature signatureName status paused startsInFuture
  totalMinutes allowEarlyClosure createdAt updatedAt scheduledStart scheduledEnd completedAt syncedAt
  type { id databaseId name } site { id databaseId name failing } technician { id databaseId email }
  createdBy { id databaseId email } closedBy { id }
} }`
const CREATE = `mutation ($input: CreateJobInput!) {
  createJob(input: $input) { job { id } userErrors { message } }
}`
const FIND = `query ($number: String!) { jobs(filter: { search: $number }) { nodes { id number } } }`

const wanted = fc.record({
  via: fc.constantFrom('GraphQL', 'Set A', 'Set B'),
  start: fc.integer({ min: 0, max: 2_000_000_000 }),
  length: fc.integer({ min: 1, max: 10_000_000 }),
  reference: text(100),
  instructions: maybe(text(1000)),
  requiresSignature: fc.boolean(),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer Value> ? Value : never

interface Created {
  readonly id: string
  /** Set A's response to the creation, since Set A cannot read jobs. */
  readonly inSetA?: Answered
}

async function create(input: Wanted): Promise<Created> {
  const { start, length, reference, requiresSignature, instructions } = input
  const { interfaces, jobType, site, users, zones } = company
  const [from, to] = [start, start + length].map((time) => new Date(time * 1000).toISOString())
  if (input.via === 'Set A') {
    const [startDate, startTime] = stamp(from!, HOURS_EAST)!.split(' ')
    const [endDate, endTime] = stamp(to!, HOURS_EAST)!.split(' ')
    const inSetA = await interfaces.setA('POST', '/api/job', {
      site_id: site.id,
      job_type_id: jobType.id,
      technician_id: users.technician.id,
      start_date: startDate,
      start_time: startTime,
      end_date: endDate,
      end_time: endTime,
      requires_signature: requiresSignature,
      reference,
      special_instructions: instructions,
    })
    const { jobs } = await interfaces.graphQL(FIND, { number: String(inSetA.number) })
    const found = jobs.nodes.find(({ number }: Answered) => number === inSetA.number)
    return { id: found.id, inSetA }
  }
  const ids = { siteId: site.uuid, jobTypeId: jobType.uuid, technicianId: users.technician.uuid }
  const zoneIds = zones.map(({ uuid }) => uuid)
  const same = { ...ids, zoneIds, reference, requiresSignature }
  if (input.via === 'Set B') {
    const times = { startAt: start, endAt: start + length }
    return await interfaces.setB('POST', '/v1/jobs', { ...same, ...times, instructions })
  }
  const times = { scheduledStart: from, scheduledEnd: to }
  const { createJob } = await interfaces.graphQL(CREATE, {
    input: { ...same, ...times, specialInstructions: instructions },
  })
  expect(createJob.userErrors).toEqual([])
  return createJob.job
}

const inSetB = (job: Answered) => ({
  id: job.id,
  number: String(job.number),
  jobTypeId: job.type.id,
  siteId: job.site.id,
  technicianId: job.technician.id,
  userId: job.createdBy.id,
  reference: job.reference,
  instructions: job.specialInstructions,
  requiresSignature: job.requiresSignature,
  signatureName: job.signatureName,
  closedBy: job.closedBy?.id ?? null,
  latestStatus: job.status.toLowerCase(),
  paused: job.paused,
  futureStartDate: job.startsInFuture,
  durationMinutes: job.totalMinutes,
  createdAt: seconds(job.createdAt),
  updatedAt: seconds(job.updatedAt),
  startedAt: seconds(job.scheduledStart),
  endedAt: seconds(job.scheduledEnd),
  completedAt: seconds(job.completedAt),
  syncedAt: seconds(job.syncedAt),
})

const inSetA = (job: Answered) => ({
  id: job.databaseId,
  number: job.number,
  site_id: String(job.site.databaseId),
  technician_id: String(job.technician.databaseId),
  job_type_id: String(job.type.databaseId),
  user_id: job.createdBy.databaseId,
  start_date: stamp(job.scheduledStart, HOURS_EAST),
  end_date: stamp(job.scheduledEnd, HOURS_EAST),
  allow_early_closure: job.allowEarlyClosure,
  special_instructions: job.specialInstructions,
  reference: job.reference,
  requires_signature: job.requiresSignature,
  total_minutes: job.totalMinutes,
  start_date_is_future: job.startsInFuture,
  created_at: stamp(job.createdAt),
  updated_at: stamp(job.updatedAt),
  site: { id: job.site.databaseId, name: job.site.name, is_failing: job.site.failing },
  type: { id: job.type.databaseId, description: job.type.name },
  technician: { id: job.technician.databaseId, email: job.technician.email },
  user: { id: job.createdBy.databaseId, email: job.createdBy.email },
})

it('is the same job in all interfaces, whichever created it', async () => {
  await fc.assert(
    fc.asyncProperty(wanted, async (input) => {
      const created = await create(input)
      const { job } = await company.interfaces.graphQL(READ, { id: created.id })
      expect(job).toMatchObject({
        reference: stored(input.reference),
        specialInstructions: stored(input.instructions),
        requiresSignature: input.requiresSignature,
      })
      expect(seconds(job.scheduledStart)).toBe(input.start)
      expect(await company.interfaces.setB('GET', `/v1/jobs/${job.id}`)).toEqual(inSetB(job))
      if (created.inSetA) expect(created.inSetA).toMatchObject(inSetA(job))
    }),
    RUNS,
  )
})
