import type { Ask } from './ask.js'

export interface Zone {
  readonly id: string
  readonly name: string
}

export interface NewJob {
  readonly id: string
  readonly number: number
  readonly technician: { readonly id: string; readonly fullName: string }
  readonly site: { readonly id: string; readonly zones: { readonly nodes: readonly Zone[] } }
}

const HOUR_MS = 3_600_000

/** Before all jobs of the demo: such a job is the first in its column of the board. */
export const FIRST = {
  scheduledStart: '2020-01-01T08:00:00Z',
  scheduledEnd: '2020-01-01T09:00:00Z',
}

/**
 * A scheduled job for one test, by default from now on, in the zone of an asset in use. Other files, which run at the same time, change the jobs of
 * the demo: a test that needs a job in a certain state makes its own.
 */
export async function newJob(ask: Ask, values: object = {}): Promise<NewJob> {
  const { jobTypes, assets, users } = await ask(`{
    jobTypes(first: 1, filter: { active: true }) { nodes { id } }
    assets(first: 1, filter: { statuses: [OK] }) { nodes { zone { id } site { id } } }
    users(first: 1, filter: { roles: [TECHNICIAN], active: true }) { nodes { id } } }`)
  const [{ zone, site }] = assets.nodes
  const input = {
    ...{ jobTypeId: jobTypes.nodes[0].id, siteId: site.id, zoneIds: [zone.id] },
    ...{ technicianId: users.nodes[0].id, requiresSignature: false },
    scheduledStart: new Date().toISOString(),
    scheduledEnd: new Date(Date.now() + HOUR_MS).toISOString(),
    ...values,
  }
  const { createJob } = await ask(
    `mutation ($input: CreateJobInput!) { createJob(input: $input) {
      job { id number technician { id fullName } site { id zones(first: 2) { nodes { id name } } } }
      userErrors { field message } } }`,
    { input },
  )
  if (!createJob.job) throw new Error(JSON.stringify(createJob.userErrors))
  return createJob.job
}

/** Another active technician than the one with this id. */
export async function otherTechnician(ask: Ask, id: string): Promise<NewJob['technician']> {
  const { users } = await ask(
    `query ($ids: [ID!]) { users(first: 1, filter: { roles: [TECHNICIAN], active: true, not: { ids: $ids } }) {
      nodes { id fullName } } }`,
    { ids: [id] },
  )
  return users.nodes[0]
}

export const startJob = (ask: Ask, { id }: Pick<NewJob, 'id'>) =>
  ask('mutation ($id: ID!) { startJob(input: { id: $id }) { userErrors { message } } }', { id })
