// How the service's time for a request grows with the data: 13,000, 110,000 and 1.1 million assets, or other
// `--scales`. Writes GROWTH.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Target, load } from '../load/load.js'
import { requireRead } from '../queries/registry.js'
import { figure, median, table, today } from '../report/format.js'
import { type Clients, signIn } from '../servers/clients.js'
import { startLimit } from '../servers/peers.js'
import { graphqlTarget } from '../servers/requests.js'
import type { Server } from '../servers/server.js'
import { startService } from '../servers/service.js'
import { type Viewer, viewerOf } from '../servers/viewer.js'
import { openDemoDatabase } from '../system/database.js'
import { findOption, hasFlag } from '../system/options.js'
import { BENCH } from '../system/paths.js'
import { openPostgres } from '../system/postgres.js'
import { runProgram } from '../system/processes.js'
import { queryOne, sqlOf } from '../system/sql.js'
import { askServer } from './ask.js'
import { BY_HAND, type GrowthQuery, constantQueries, growingQueries } from './growth-queries.js'

const isQuick = hasFlag('quick')
const SCALES = findOption('scales')?.split(',').map(Number) ?? [3, 25, 250]
const ROUNDS = isQuick ? 1 : 3
const SECONDS = isQuick ? 1 : 2
/** How long a service is warmed up with a quick query, until V8 has compiled the code that all requests share. */
const WARM_UP_SECONDS = 5

/** The demo's database at one scale, with the service and the limit (peers/limit.ts). */
interface Size {
  url: string
  scale: number
  assets: number
  viewer: Viewer
  service: Server
  limit: Server
  clients: Clients
}

async function openSize(url: string, scale: number): Promise<Size> {
  const { assets } = await queryOne<{ assets: number }>(
    url,
    'select count(*)::int as assets from asset',
  )
  const viewer = await viewerOf(url)
  // At ten million assets, pages at a large offset exceed the default of 4 s.
  const service = await startService(url, { env: { DATABASE_READ_TIMEOUT_MS: '60000' } })
  const clients = await signIn(service, 1)
  const limit = await startLimit(url, viewer)
  const Q4 = requireRead('Q4')
  const sites = await Q4.variables(sqlOf(url), viewer.company)
  for (const server of [service, limit]) {
    await load(graphqlTarget(server, 'Q4', Q4, sites, viewer, clients.graphql), 10, WARM_UP_SECONDS)
  }
  console.error(`Scale ${scale}: ready after ${service.readyMs} ms.`)
  return { url, scale, assets, viewer, service, limit, clients }
}

/** The load targets of a query: the service, and the limit if it has a statement for the query. */
async function targetsOf(size: Size, name: string, definition: GrowthQuery) {
  const { url, viewer, service, limit, clients } = size
  const ask = askServer(service, clients.graphql[0])
  const variables = await definition.variables(sqlOf(url), viewer.company, ask)
  const { path, document } = definition
  const targets = new Map<string, Target>()
  if (path) {
    const headers = clients[name.startsWith('A') ? 'A' : 'B'][0] ?? {}
    const requests = variables.map((each) => ({ path: path(each), headers }))
    targets.set(keyOf(name, size), { port: service.port, requests })
  } else if (document !== undefined) {
    const query = { service: document }
    const target = (server: Server) =>
      graphqlTarget(server, name, query, variables, viewer, clients.graphql)
    targets.set(keyOf(name, size), target(service))
    if (BY_HAND.includes(name)) targets.set(keyOf(name, size, 'by hand'), target(limit))
  }
  return targets
}

const keyOf = (name: string, { scale }: Size, suffix = '') => `${name} ${scale} ${suffix}`

await runProgram(async () => {
  const postgres = await openPostgres()
  const sizes: Size[] = []
  for (const scale of SCALES) {
    console.error(`Loading the demo at scale ${scale}, if it is not loaded …`)
    const { url } = await openDemoDatabase(postgres, scale)
    sizes.push(await openSize(url, scale))
  }
  const targets = new Map<string, Target>()
  for (const [name, definition] of Object.entries({ ...constantQueries, ...growingQueries })) {
    for (const size of sizes) {
      for (const [key, target] of await targetsOf(size, name, definition)) targets.set(key, target)
    }
  }
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [key, target] of targets) {
      // Idle connections may have been closed, and a new connection is slow at first.
      await load(target, 1, 1)
      const { requests, seconds } = await load(target, 1, SECONDS)
      times.set(key, [...(times.get(key) ?? []), (1000 * seconds) / requests])
    }
  }
  writeGrowth(sizes, times)
})

function writeGrowth(sizes: Size[], times: Map<string, number[]>) {
  const timesOf = (name: string, suffix = '') =>
    sizes.map((size) => median(times.get(keyOf(name, size, suffix)) ?? []))
  const growthOf = (each: number[]) => figure((each.at(-1) ?? NaN) / (each[0] ?? NaN))
  const rows = (queries: object) =>
    Object.keys(queries).map((name) => {
      const each = timesOf(name)
      const byHand = BY_HAND.includes(name) ? growthOf(timesOf(name, 'by hand')) : ''
      return [name, ...each.map(figure), growthOf(each), byHand]
    })
  const columns = sizes.map(({ assets }) => `${assets.toLocaleString('en')} assets`)
  const head = ['ms per request', ...columns, 'growth', 'by hand']
  const text = `# Growth

Written by \`npm run bench -- growth\` on ${today()}: mean time of a request on one connection, median of ${ROUNDS} rounds of ${SECONDS} s, each after a second of the same.
One service for each size of the demo, warmed up in the same way, on one machine and one PostgreSQL server. "By hand" is the
growth of a hand-written SQL statement for the same query, behind bare \`http\`.

## Pages, records, searches

${table(head, rows(constantQueries))}

## Counts and deep offsets, which read what they count or skip

${table(head, rows(growingQueries))}
`
  console.log(text)
  writeFileSync(join(BENCH, 'GROWTH.md'), text)
}
