// How the service's time for a request grows with the data: 13,000, 110,000 and 1.1 million assets. Writes GROWTH.md.
import { writeFileSync } from 'node:fs'
import { demoDatabase, openServer, query } from './database.js'
import { load } from './load.js'
import { runToEnd } from './processes.js'
import { lists, reads } from './queries.js'
import { figure, median, table } from './report.js'
import { answersTo, requestsOf } from './requests.js'
import { signIn, startLimit, startService, viewerOf } from './servers.js'

const quick = process.argv.includes('--quick')
const SCALES = [3, 25, 250]
const ROUNDS = quick ? 1 : 3
const SECONDS = quick ? 1 : 2
/** Until V8 has compiled what all requests share, in each service alike: where counts take long, few requests are made. */
const WARM_UP_SECONDS = 5

const codes = (url, company) =>
  query(
    url,
    `select code as search from asset where company_id = $1 and deleted_at is null and id % 997 = 1 order by id limit 20`,
    [company],
  )

/** The longest that a record has in a column, from each of twenty parts of the table but the first: few others have it. */
const textsOf = (table, column) => (url, company) =>
  query(
    url,
    `select (array_agg(text order by length(text) desc, id))[1] as search from (
       select ${column} as text, id, ntile(20) over (order by id) as part from ${table}
       where company_id = $1 and deleted_at is null) t
     where part > 1 group by part`,
    [company],
  )

/** Zones of as many assets at each size, so that the answers are alike. */
const ASSETS_OF_A_ZONE = 28
const zones = (url, company) =>
  query(
    url,
    `select z.uuid as zone, z.id as "zoneId" from zone z
     where z.company_id = $1 and z.deleted_at is null order by abs(${ASSETS_OF_A_ZONE} -
       (select count(*) from asset a where a.company_id = $1 and a.zone_id = z.id and a.deleted_at is null)), z.id limit 20`,
    [company],
  )

const last = (url, company) =>
  query(
    url,
    'select (count(*)::int - 50) as offset, count(*)::int / 100 - 1 as index from asset where company_id = $1 and deleted_at is null',
    [company],
  )

/** The place in an order from which the last page is read. */
const farCursor =
  (orderBy = '') =>
  async (url, company, ask) => {
    const [{ offset }] = await last(url, company)
    const { assets } = await ask(
      `query ($offset: NonNegativeInt!) { assets(first: 1, offset: $offset ${orderBy}) { pageInfo { endCursor } } }`,
      { offset },
    )
    return [{ after: assets.pageInfo.endCursor }]
  }

/** What must not grow: pages, records and searches that find one record, however many there are. */
const flat = {
  ...Object.fromEntries(
    Object.entries(reads).filter(([name]) => ['Q1', 'Q2', 'Q3', 'Q4'].includes(name)),
  ),
  Q2: { ...reads.Q2, variables: zones },
  'Q5 without counts': {
    ours: `query ($now: DateTime!) { viewer { role user { fullName email } company { name } }
      sites(first: 10, filter: { failing: true }) { nodes { id name zonesCount assetsCount openJobsCount client { legalName } } }
      assets(first: 10, filter: { overdue: true }, orderBy: [{ field: NEXT_INSPECTION }]) { nodes { id code nextInspection type { name } zone { name site { name } } } }
      jobs(first: 10, filter: { statuses: [SCHEDULED], scheduledStart: { from: $now } }, orderBy: [{ field: SCHEDULED_START }]) {
        nodes { id number scheduledStart site { name } technician { fullName } type { description } } } }`,
    variables: reads.Q5.variables,
  },
  'search for a code': {
    ours: 'query ($search: String!) { assets(first: 10, filter: { search: $search }) { nodes { id code } } }',
    variables: codes,
  },
  'search for what is everywhere': {
    ours: 'query ($search: String!) { assets(first: 10, filter: { search: $search }) { nodes { id code } } }',
    variables: async () => [{ search: '0' }],
  },
  'search for a job by its number': {
    ours: 'query ($search: String!) { jobs(first: 10, filter: { search: $search }) { nodes { id number } } }',
    variables: textsOf('job', 'number::text'),
  },
  'A, search for a site by its name': {
    path: ({ search }) => `/api/sites?search=${encodeURIComponent(search)}`,
    variables: textsOf('site', 'name'),
  },
  'A, search for a user by the email': {
    path: ({ search }) => `/api/users?search=${encodeURIComponent(search)}`,
    variables: textsOf('app_user', 'email'),
  },
  'the last page by cursor': {
    ours: 'query ($after: String!) { assets(first: 20, after: $after) { nodes { id code } } }',
    variables: farCursor(),
  },
  'the last page by cursor, ordered by code': {
    ours: 'query ($after: String!) { assets(first: 20, after: $after, orderBy: [{ field: CODE }]) { nodes { id code } } }',
    variables: farCursor(', orderBy: [{ field: CODE }]'),
  },
  'newest assets': {
    ours: '{ assets(first: 50, orderBy: [{ field: CREATED_AT, direction: DESC }]) { nodes { id code status } } }',
    variables: async () => [{}],
  },
}

/** What counts or passes over records, and so grows with them. */
const growing = {
  Q5: reads.Q5,
  'A, search for a code, with the total of all that match': {
    path: lists.A.path,
    variables: codes,
  },
  'A, the first page with its total': { path: () => '/api/assets', variables: async () => [{}] },
  'B, the first page with its total': {
    path: () => '/v1/assets?pageSize=100&pageIndex=0',
    variables: async () => [{}],
  },
  'B, the last page': {
    path: ({ index }) => `/v1/assets?pageSize=100&pageIndex=${index}`,
    variables: last,
  },
  'the last page by offset': {
    ours: 'query ($offset: NonNegativeInt!) { assets(first: 20, offset: $offset) { nodes { id code } } }',
    variables: last,
  },
}

async function answerTo({ port }, query, variables, { graphql }) {
  const requests = [{ path: '/graphql', body: JSON.stringify({ query, variables }) }]
  const [{ data }] = await answersTo({ port, requests, headers: graphql })
  return data
}

async function main() {
  const postgres = await openServer()
  const services = []
  for (const scale of SCALES) {
    console.error(`Loading the demo at scale ${scale}, unless it is there …`)
    const { url } = await demoDatabase(postgres, scale)
    const [{ count }] = await query(url, 'select count(*)::int as count from asset')
    services.push({ url, count, scale })
  }
  for (const service of services) {
    const { url, scale } = service
    service.viewer = await viewerOf(url)
    service.server = await startService(url, 'service')
    service.credentials = await signIn(service.server)
    service.limit = await startLimit(url, service.viewer)
    const sites = await reads.Q4.variables(url, service.viewer.company)
    for (const server of [service.server, service.limit]) {
      const warmUp = requestsOf(server, 'Q4', reads.Q4, sites, service.viewer, service.credentials)
      await load(warmUp, 10, WARM_UP_SECONDS)
    }
    console.error(`Scale ${scale}: ready after ${service.server.readyMs} ms.`)
  }

  const times = new Map()
  const all = Object.entries({ ...flat, ...growing })
  const targets = new Map()
  const addTarget = (key, target) => {
    targets.set(key, target)
    times.set(key, [])
  }
  for (const [name, asked] of all) {
    for (const service of services) {
      const { url, viewer, server, limit, credentials } = service
      const ask = (text, given) => answerTo(server, text, given, credentials)
      const variables = await asked.variables(url, viewer.company, ask)
      const set = name[0]
      const target = requestsOf(
        server,
        asked.path ? set : name,
        asked,
        variables,
        viewer,
        credentials,
      )
      addTarget(`${name} ${service.scale}`, target)
      if (name in reads) {
        const byHand = requestsOf(limit, name, asked, variables, viewer, credentials)
        addTarget(`${name} ${service.scale} by hand`, byHand)
      }
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [key, target] of targets) {
      // Idle connections are closed, and a new one is slow at first: the more so, the more pages it has to map.
      await load(target, 1, 1)
      const { requests, seconds } = await load(target, 1, SECONDS)
      times.get(key).push((1000 * seconds) / requests)
    }
  }
  const timesOf = (name, suffix = '') =>
    services.map(({ scale }) => median(times.get(`${name} ${scale}${suffix}`)))
  const growthOf = (each) => figure(each.at(-1) / each[0])
  const rows = (some) =>
    Object.keys(some).map((name) => {
      const each = timesOf(name)
      const byHand = name in reads ? growthOf(timesOf(name, ' by hand')) : ''
      return [name, ...each.map(figure), growthOf(each), byHand]
    })
  const head = [
    'ms per request',
    ...services.map(({ count }) => `${count.toLocaleString('en')} assets`),
    'growth',
    'by hand',
  ]
  const text = `# Growth

Written by \`npm run bench:growth\` on ${new Date().toISOString().slice(0, 10)}: mean time of a request on one connection, median of ${ROUNDS} rounds of ${SECONDS} s, each after a second of the same.
One service each for three sizes of the demo, warmed up alike, on one machine and one PostgreSQL server. "By hand" is how a hand-written
SQL statement for the same, behind bare \`http\`, grows.

## Pages, records, searches

${table(head, rows(flat))}

## Counts and deep offsets, which read what they count or pass over

${table(head, rows(growing))}
`
  console.log(text)
  writeFileSync(new URL('GROWTH.md', import.meta.url), text)
}

await runToEnd(main)
