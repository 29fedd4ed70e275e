import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { dueBasisOf } from '../support/builders.js'
import { graph, post, resolved, tokenOf } from '../support/graphql.js'
import { statementsOf } from '../support/statements.js'
import { DASHBOARD } from './dashboard.js'
import { byId, FIGURES, figures, live, sum } from './figures.js'
import { newStatisticsCompany, type StatisticsCompany } from './statistics-company.js'

let company: StatisticsCompany
let ask: ReturnType<typeof graph>
beforeAll(async () => {
  company = await newStatisticsCompany('ours')
  // Its figures would change ours if they were counted.
  await newStatisticsCompany('theirs')
  ask = graph(company.admin)
})

/** The number of rows for each text, without those that no row has. */
function countsBy<Row>(rows: readonly Row[], textOf: (row: Row) => string) {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[textOf(row)] = (counts[textOf(row)] ?? 0) + 1
  return counts
}

const zoneOf = ({ zoneId }: { zoneId: number }) => byId(company.zones, zoneId)!
const siteOf = ({ siteId }: { siteId: number }) => byId(company.sites, siteId)!
const assetOf = ({ assetId }: { assetId: number }) => byId(company.assets, assetId)!

type Asset = StatisticsCompany['assets'][number]
type Job = StatisticsCompany['jobs'][number]
type Inspection = StatisticsCompany['inspections'][number]

const statusOf = ({ decommissionedAt, defective, dueBasis }: Asset) => {
  if (decommissionedAt) return 'DECOMMISSIONED'
  if (defective) return 'DEFECTIVE'
  return dueBasis && dueBasis < dueBasisOf(new Date()) ? 'OVERDUE' : 'OK'
}
const riskOf = ({ riskId }: Asset) => ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'][(riskId ?? 9) - 1]

const assetKeys: readonly [string, string, (asset: Asset) => unknown][] = [
  ['TYPE', 'type { databaseId }', ({ typeId }) => ({ databaseId: typeId })],
  ['ZONE', 'zone { databaseId }', ({ zoneId }) => ({ databaseId: zoneId })],
  ['SITE', 'site { name }', (asset) => ({ name: siteOf(zoneOf(asset)).name })],
  ['CLIENT', 'client { databaseId }', (asset) => ({ databaseId: siteOf(zoneOf(asset)).clientId })],
  [
    'MANAGER',
    'manager { databaseId }',
    (asset) => {
      const { managerId } = siteOf(zoneOf(asset))
      return managerId && { databaseId: managerId }
    },
  ],
  ['RISK_LEVEL', 'riskLevel', (asset) => riskOf(asset) ?? null],
  ['STATUS', 'status', statusOf],
  ['DEFECTIVE', 'defective', ({ defective }) => defective],
]
const jobKeys: readonly [string, string, (job: Job) => unknown][] = [
  ['TYPE', 'type { databaseId }', ({ typeId }) => ({ databaseId: typeId })],
  ['SITE', 'site { databaseId }', ({ siteId }) => ({ databaseId: siteId })],
  ['CLIENT', 'client { databaseId }', (job) => ({ databaseId: siteOf(job).clientId })],
  ['TECHNICIAN', 'technician { databaseId }', (job) => ({ databaseId: job.technicianId })],
  ['STATUS', 'status', ({ status }) => status.toUpperCase()],
]
const inspectionKeys: readonly [string, string, (inspection: Inspection) => unknown][] = [
  ['ASSET_TYPE', 'assetType { databaseId }', (row) => ({ databaseId: assetOf(row).typeId })],
  ['SITE', 'site { databaseId }', (row) => ({ databaseId: zoneOf(assetOf(row)).siteId })],
  [
    'CLIENT',
    'client { databaseId }',
    (row) => ({ databaseId: siteOf(zoneOf(assetOf(row))).clientId }),
  ],
  ['INSPECTOR', 'inspector { databaseId }', (row) => ({ databaseId: row.inspectorId })],
  ['OUTCOME', 'outcome', ({ outcome }) => outcome.toUpperCase()],
  [
    'JOB_TYPE',
    'jobType { databaseId }',
    ({ jobId }) => jobId && { databaseId: byId(company.jobs, jobId)!.typeId },
  ],
]

describe('groups', () => {
  /** The number of records of each group, by the JSON of its key. */
  async function counted(list: string, groupBy: string, selected: string) {
    const query = `{ ${list}(first: 1000, groupBy: [${groupBy}]) { totalCount nodes { count ${selected} } } }`
    const { nodes, totalCount } = (await ask(query)).data[list]
    expect(totalCount).toBe(nodes.length)
    const texts = nodes.map(({ count, ...key }: { count: number }) => [JSON.stringify(key), count])
    expect(new Set(texts.map(([text]: [string]) => text)).size).toBe(nodes.length)
    return Object.fromEntries(texts) as Record<string, number>
  }
  const fieldOf = (selected: string) => selected.split(' ')[0] ?? ''

  it.each(assetKeys)('have the numbers of assets by %s', async (key, selected, valueOf) => {
    const textOf = (asset: Asset) => JSON.stringify({ [fieldOf(selected)]: valueOf(asset) })
    const expected = countsBy(live(company.assets), textOf)
    expect(await counted('assetStatistics', key, selected)).toEqual(expected)
  })

  it.each(jobKeys)('have the numbers of jobs by %s', async (key, selected, valueOf) => {
    const textOf = (job: Job) => JSON.stringify({ [fieldOf(selected)]: valueOf(job) })
    expect(await counted('jobStatistics', key, selected)).toEqual(
      countsBy(live(company.jobs), textOf),
    )
  })

  it.each(inspectionKeys)(
    'have the numbers of inspections by %s',
    async (key, selected, valueOf) => {
      const textOf = (row: Inspection) => JSON.stringify({ [fieldOf(selected)]: valueOf(row) })
      const expected = countsBy(company.inspections, textOf)
      expect(await counted('inspectionStatistics', key, selected)).toEqual(expected)
    },
  )

  it('have the numbers of records by three keys', async () => {
    const textOf = (asset: Asset) =>
      JSON.stringify({
        riskLevel: riskOf(asset) ?? null,
        status: statusOf(asset),
        type: { databaseId: asset.typeId },
      })
    const selected = 'riskLevel status type { databaseId }'
    const counts = await counted('assetStatistics', 'RISK_LEVEL, STATUS, TYPE', selected)
    expect(counts).toEqual(countsBy(live(company.assets), textOf))
  })

  it('are one with all records, without keys', async () => {
    const { data } = await ask(
      `{ inspectionStatistics { totalCount nodes { ${FIGURES} site { id } outcome bucket { date } } }
         jobStatistics { nodes { count sumMinutes firstAt } } assetStatistics { nodes { __typename } } }`,
    )
    const jobs = live(company.jobs)
    const starts = jobs.map(({ scheduledStart }) => scheduledStart.getTime())
    expect(data).toEqual({
      inspectionStatistics: {
        totalCount: 1,
        nodes: [{ ...figures(company.inspections), site: null, outcome: null, bucket: null }],
      },
      jobStatistics: {
        nodes: [
          {
            count: jobs.length,
            sumMinutes: sum(jobs.map(({ workedSeconds }) => Math.floor(workedSeconds / 60))),
            firstAt: new Date(Math.min(...starts)).toISOString(),
          },
        ],
      },
      assetStatistics: { nodes: [{ __typename: 'AssetGroup' }] },
    })
  })

  it('have the records that the filter finds', async () => {
    const [site] = company.sites
    const { data } = await ask(
      `query ($site: ID!) {
        assetStatistics(filter: { siteIds: [$site], not: { statuses: [OK] } }) { nodes { count } }
        all: assetStatistics(filter: { removed: INCLUDE }) { nodes { count } }
        none: assetStatistics(filter: { codes: ["none"] }, groupBy: [SITE]) { totalCount nodes { count } } }`,
      { site: site!.uuid },
    )
    const found = live(company.assets).filter(
      (asset) => zoneOf(asset).siteId === site!.id && statusOf(asset) !== 'OK',
    )
    expect(data).toEqual({
      assetStatistics: { nodes: [{ count: found.length }] },
      all: { nodes: [{ count: company.assets.length }] },
      none: { totalCount: 0, nodes: [] },
    })
  })

  it('of removed records are for admins', async () => {
    const { errors } = await graph(company.technician)(
      '{ assetStatistics(filter: { removed: ONLY }) { nodes { count } } }',
    )
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const { data } = await graph(company.technician)('{ assetStatistics { nodes { count } } }')
    expect(data.assetStatistics.nodes).toEqual([{ count: live(company.assets).length }])
  })
})

describe('the order of groups', () => {
  const ordered = async (orderBy: string, selected: string, rest = '') =>
    (
      await ask(
        `{ inspectionStatistics(groupBy: [INSPECTOR, SITE] orderBy: [${orderBy}] ${rest}) { totalCount nodes { ${selected} } } }`,
      )
    ).data.inspectionStatistics

  it.each([
    ['count', 'COUNT'],
    ['averageScore', 'AVERAGE_SCORE'],
    ['passRate', 'PASS_RATE'],
    ['lastAt', 'LAST_AT'],
  ])('may be by %s', async (name, field) => {
    const ascending = await ordered(`{ field: ${field} }`, name)
    const values = ascending.nodes.map((node: Record<string, unknown>) => node[name])
    const compare = (one: number | string, other: number | string) =>
      one < other ? -1 : Number(one > other)
    expect(values).toEqual([...values].sort(compare))
    const descending = await ordered(`{ field: ${field}, direction: DESC }`, name)
    expect(descending.nodes).toEqual(ascending.nodes.toReversed())
  })

  it('may be by the name of a record and a measure', async () => {
    const { nodes } = await ordered(
      '{ field: SITE, direction: DESC }, { field: COUNT }',
      'count site { name }',
    )
    type Node = { count: number; site: { name: string } }
    const sorted = [...(nodes as Node[])].sort(
      (one, other) => other.site.name.localeCompare(one.site.name) || one.count - other.count,
    )
    expect(nodes).toEqual(sorted)
  })

  it('decides which groups are first, and the total has all', async () => {
    const order = '{ field: COUNT, direction: DESC }'
    const all = await ordered(order, 'count')
    expect(await ordered(order, 'count', 'first: 3')).toEqual({
      totalCount: all.nodes.length,
      nodes: all.nodes.slice(0, 3),
    })
    expect(await ordered(order, 'count', 'first: 0')).toEqual({
      totalCount: all.nodes.length,
      nodes: [],
    })
  })
})

describe('statistics under a record', () => {
  const parents: readonly [
    string,
    () => readonly { id: number }[],
    string,
    (row: Inspection) => unknown,
  ][] = [
    ['clients', () => company.clients, 'legalName', (row) => siteOf(zoneOf(assetOf(row))).clientId],
    ['sites', () => company.sites, 'name', (row) => zoneOf(assetOf(row)).siteId],
    ['users', () => company.users, 'email', ({ inspectorId }) => inspectorId],
  ]

  it.each(parents)(
    'cover its records, in one statement for all %s',
    async (list, rows, _, parentOf) => {
      const query = `{ ${list} { nodes { databaseId
      all: inspectionStatistics { nodes { ${FIGURES} } }
      byOutcome: inspectionStatistics(groupBy: [OUTCOME]) { totalCount nodes { outcome count } } } } }`
      const { nodes } = (await ask(query)).data[list]
      for (const { id } of rows()) {
        const found = company.inspections.filter((row) => parentOf(row) === id)
        const node = nodes.find(({ databaseId }: { databaseId: number }) => databaseId === id)
        expect(node.all.nodes).toEqual([figures(found)])
        const outcomes = new Set(found.map(({ outcome }) => outcome))
        expect(node.byOutcome.totalCount).toBe(outcomes.size)
        for (const { outcome, count } of node.byOutcome.nodes) {
          expect(count).toBe(found.filter((row) => row.outcome.toUpperCase() === outcome).length)
        }
      }
      const statements = await statementsOf(company.db, () => resolved(company.admin, query))
      expect(statements).toHaveLength(3)
    },
  )

  it('cover the jobs and assets of a client, a site, a user and the company', async () => {
    const [client, site, user] = [company.clients[0]!, company.sites[0]!, company.users[0]!]
    const figuresOf = 'assetStatistics { nodes { count } } jobStatistics { nodes { count } }'
    const { data } = await ask(
      `query ($client: ID!, $site: ID!, $user: ID!) {
        client(id: $client) { ${figuresOf} } site(id: $site) { ${figuresOf} }
        user(id: $user) { ${figuresOf} } company { ${figuresOf} } }`,
      { client: client.uuid, site: site.uuid, user: user.uuid },
    )
    const expected = (assets: (row: Asset) => boolean, jobs: (row: Job) => boolean) => ({
      assetStatistics: { nodes: [{ count: live(company.assets).filter(assets).length }] },
      jobStatistics: { nodes: [{ count: live(company.jobs).filter(jobs).length }] },
    })
    expect(data).toEqual({
      client: expected(
        (asset) => siteOf(zoneOf(asset)).clientId === client.id,
        (job) => siteOf(job).clientId === client.id,
      ),
      site: expected(
        (asset) => zoneOf(asset).siteId === site.id,
        (job) => job.siteId === site.id,
      ),
      user: expected(
        (asset) => siteOf(zoneOf(asset)).managerId === user.id,
        (job) => job.technicianId === user.id,
      ),
      company: expected(
        () => true,
        () => true,
      ),
    })
  })

  it('are read with the payload of a mutation', async () => {
    const update = (years: string) =>
      ask(
        `mutation ($id: ID!) { updateSite(input: { id: $id, name: "Port" }) { userErrors { code } site { name
           jobStatistics(filter: { createdAt: { from: "${years}" } } bucket: { field: CREATED_AT, unit: YEAR }) { nodes { count } } } } }`,
        { id: company.sites[0]!.uuid },
      )
    const { siteId, jobs } = { siteId: company.sites[0]!.id, jobs: live(company.jobs) }
    const count = jobs.filter((job) => job.siteId === siteId).length
    const year = new Date().getUTCFullYear()
    expect((await update(`${year}-01-01T00:00:00Z`)).data.updateSite).toEqual({
      userErrors: [],
      site: { name: 'Port', jobStatistics: { nodes: [{ count }] } },
    })
    const { errors } = await update('0900-01-01T00:00:00Z')
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'bucket' } }])
  })

  it('have the periods of its own records', async () => {
    const { data } = await ask(
      `{ users { nodes { databaseId jobStatistics(bucket: { field: COMPLETED_AT, unit: YEAR }) { nodes { count bucket { date } } } } } }`,
    )
    for (const { databaseId, jobStatistics } of data.users.nodes) {
      const count = live(company.jobs).filter(
        ({ technicianId, completedAt }) => technicianId === databaseId && completedAt,
      ).length
      expect(jobStatistics.nodes).toEqual(
        count === 0 ? [] : [{ count, bucket: { date: '2026-01-01' } }],
      )
    }
  })
})

describe('the dashboard', () => {
  it('is one request of five statements', async () => {
    const { data, errors } = await ask(DASHBOARD)
    expect(errors).toBeUndefined()
    expect(data.passRate.nodes).toHaveLength(12)
    const defective = live(company.assets).filter((asset) => asset.defective)
    const counts = data.failingSites.nodes.map(({ count }: { count: number }) => count)
    expect(sum(counts)).toBe(defective.length)
    const statements = await statementsOf(company.db, () => resolved(company.admin, DASHBOARD))
    expect(statements).toHaveLength(5)
  })

  it('costs a third of the limit at most', async () => {
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    const { headers } = await post(DASHBOARD, {}, { authorization })
    const { maxComplexity } = readConfig({})
    expect(Number(headers.get('x-query-cost'))).toBeLessThan(maxComplexity / 3)
  })
})

describe('statistics are refused', () => {
  it.each([
    ['over 1,000 groups', 'first: 1001', 'first'],
    ['a negative number of groups', 'first: -1', 'first'],
    ['over three keys', 'groupBy: [SITE, TYPE, ZONE, STATUS]', 'groupBy'],
    ['an order by a key that is not grouped by', 'orderBy: [{ field: SITE }]', 'orderBy'],
    ['an order by the bucket without one', 'orderBy: [{ field: BUCKET }]', 'orderBy'],
    [
      'a range that ends before it begins',
      'filter: { createdAt: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" } }',
      'createdAt',
    ],
  ])('with %s', async (_, args, argument) => {
    const { status, errors } = await ask(`{ assetStatistics(${args}) { totalCount } }`)
    expect(status).toBe(400)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
  })

  it('without credentials', async () => {
    const { errors } = await post('{ jobStatistics { totalCount } }')
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })
})
