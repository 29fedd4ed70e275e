import { beforeAll, expect, it } from 'vitest'
import { newCompany, newJob, newUser, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const QUERY = `{ jobs(orderBy: [{ field: NUMBER }]) { nodes {
  reference
  conflicts(orderBy: [{ field: NUMBER }]) { totalCount nodes { reference technician { id } } }
  first: conflicts(first: 1, orderBy: [{ field: NUMBER }]) { pageInfo { hasNextPage } }
} } }`

const at = (hour: number) => new Date(Date.UTC(2030, 0, 7, hour))

interface Job {
  readonly reference: string
  readonly conflicts: {
    readonly totalCount: number
    readonly nodes: readonly { readonly reference: string }[]
  }
  readonly first: { readonly pageInfo: { readonly hasNextPage: boolean } }
}

let company: TestCompany
let jobs: ReadonlyMap<string, Job>
beforeAll(async () => {
  company = await newCompany(testDatabase())
  const add = (reference: string, from: number, to: number, more: object = {}) =>
    newJob(company, { reference, scheduledStart: at(from), scheduledEnd: at(to), ...more })
  await add('8 to 10', 8, 10)
  await add('9 to 11', 9, 11, { status: 'in_progress', workingSince: at(9) })
  await add('10 to 12', 10, 12, { status: 'paused' })
  await add('within', 8, 9)
  await add('completed', 8, 12, { status: 'completed' })
  await add('cancelled', 8, 12, { status: 'cancelled' })
  await add('removed', 8, 12, { deletedAt: new Date() })
  const other = await newUser(company)
  await add('of another technician', 8, 12, { technicianId: other.id })
  await newJob(await newCompany(testDatabase()), { scheduledStart: at(8), scheduledEnd: at(12) })
  const { data } = await graph(company.admin)(QUERY)
  const { nodes } = (data as { jobs: { nodes: Job[] } }).jobs
  jobs = new Map(nodes.map((job) => [job.reference, job]))
})

it.each([
  ['8 to 10', ['9 to 11', 'within']],
  ['9 to 11', ['8 to 10', '10 to 12']],
  // The end of a job and the start of the next one may be the same time.
  ['10 to 12', ['9 to 11']],
  ['within', ['8 to 10']],
  ['completed', []],
  ['cancelled', []],
  ['of another technician', []],
])('%s is in conflict with %j', (reference, expected) => {
  const { conflicts, first } = jobs.get(reference)!
  expect(conflicts.nodes.map((job) => job.reference)).toEqual(expected)
  expect(conflicts.totalCount).toBe(expected.length)
  expect(first.pageInfo.hasNextPage).toBe(expected.length > 1)
})

it('has the filters of jobs, and removed jobs only on request', async () => {
  const query = `{ jobs(filter: { search: "8 to 10" }) { nodes {
    conflicts(filter: { statuses: [IN_PROGRESS] }) { nodes { reference } }
    removed: conflicts(filter: { removed: ONLY }) { nodes { reference } }
  } } }`
  const { data } = await graph(company.admin)(query)
  expect(data).toEqual({
    jobs: {
      nodes: [
        {
          conflicts: { nodes: [{ reference: '9 to 11' }] },
          removed: { nodes: [{ reference: 'removed' }] },
        },
      ],
    },
  })
})
