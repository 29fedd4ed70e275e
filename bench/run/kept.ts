// Q14: dashboards that 100 clients poll while the company writes. Prints a table for docs/performance.md.
import pg from 'pg'
import { type Target, load } from '../load/load.js'
import { requireRead } from '../queries/registry.js'
import { noVariables, type GraphQLQuery } from '../queries/query.js'
import { figure, median, table } from '../report/format.js'
import { signIn } from '../servers/clients.js'
import { startLimit, startPostGraphile } from '../servers/peers.js'
import { graphqlTarget } from '../servers/requests.js'
import type { Server } from '../servers/server.js'
import { startService } from '../servers/service.js'
import { viewerOf } from '../servers/viewer.js'
import { openDemoDatabase } from '../system/database.js'
import { findOption, numberOption } from '../system/options.js'
import { openPostgres } from '../system/postgres.js'
import { requirePid, runProgram, stop } from '../system/processes.js'
import { cpuOf, cpuOfFamily } from '../system/process-stats.js'
import { sqlOf } from '../system/sql.js'
import { settle } from './settle.js'

const scale = numberOption('scale', 25)
const rounds = numberOption('rounds', 1)
const seconds = numberOption('seconds', 4)
/** Writes per second. With 0, nothing changes; with many, each request finds a change. */
const WRITES = findOption('writes')?.split(',').map(Number) ?? [0, 1, 500]
const CONNECTIONS = 100
/** The statistics page keeps a processor busy for 100 ms: with more connections, the service without kept answers refuses some. */
const CONNECTIONS_OF_STATISTICS = 8

/** The statistics page: five groups of all assets, jobs and inspections. */
const STATISTICS: Pick<GraphQLQuery, 'service' | 'variables'> = {
  service: `query Statistics {
    byStatus: assetStatistics(groupBy: [RISK_LEVEL, STATUS]) { nodes { riskLevel status count } }
    bySite: assetStatistics(groupBy: [SITE], first: 20) { nodes { site { name } count } }
    byType: assetStatistics(groupBy: [TYPE], first: 50) { nodes { type { name } count } }
    jobs: jobStatistics(groupBy: [STATUS]) { nodes { status count } }
    inspections: inspectionStatistics(groupBy: [OUTCOME]) { nodes { outcome count } } }`,
  variables: noVariables,
}

/** Changes a job of the company at a rate, until `stop` is called. */
async function startWriter(url: string, company: number, rate: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: number }>(
    'select id from job where company_id = $1 order by id limit 1',
    [company],
  )
  let isStopped = rate === 0
  let written = 0
  const writing = (async () => {
    const began = Date.now()
    while (!isStopped) {
      await client.query(
        'update job set reference = $3, updated_at = now() where company_id = $1 and id = $2',
        [company, rows[0]?.id, `Q14 ${written}`],
      )
      written += 1
      const wait = began + (written * 1000) / rate - Date.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    }
  })()
  return async () => {
    isStopped = true
    await writing
    await client.end()
  }
}

interface Cell {
  readonly name: string
  readonly server: Server
  readonly label: string
  readonly target: Target
}

await runProgram(async () => {
  const postgres = await openPostgres()
  const { url, postmaster } = await openDemoDatabase(postgres, scale)
  const viewer = await viewerOf(url)
  const { company } = viewer
  const keeps = await startService(url)
  const reads = await startService(url, { env: { KEPT_ANSWERS_MB: '0' } })
  const postgraphile = await startPostGraphile(url, viewer)
  const limit = await startLimit(url, viewer)
  const servers = [
    [keeps, 'service'],
    [reads, 'service, nothing kept'],
    [postgraphile, 'PostGraphile'],
    [limit, 'the limit'],
  ] as const
  const queries = { Q5: requireRead('Q5'), Q12: requireRead('Q12'), Statistics: STATISTICS }
  const cells: Cell[] = []
  for (const [server, label] of servers) {
    const isService = server === keeps || server === reads
    const clients = isService ? (await signIn(server, CONNECTIONS)).graphql : []
    for (const [name, query] of Object.entries(queries)) {
      if (!isService && name === 'Statistics') continue
      const variables = await query.variables(sqlOf(url), company)
      const target = graphqlTarget(server, name, query, variables, viewer, clients)
      cells.push({ name, server, label, target })
    }
  }
  for (const { target, server } of cells) {
    await load(target, 10, 1)
    await settle(server, postmaster)
  }
  const rates = new Map<string, number[]>()
  const processor = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    for (const writes of WRITES) {
      for (const { name, server, label, target } of cells) {
        const end = await startWriter(url, company, writes)
        const pid = requirePid(server.child)
        const cpu = () => cpuOf(pid) + cpuOfFamily(postmaster)
        const before = cpu()
        const connections = name === 'Statistics' ? CONNECTIONS_OF_STATISTICS : CONNECTIONS
        const { requests, seconds: took } = await load(target, connections, seconds)
        const key = `${name} ${label} ${writes}`
        rates.set(key, [...(rates.get(key) ?? []), requests / took])
        processor.set(key, (cpu() - before) / requests)
        console.error(`${key} writes/s: ${figure(requests / took)} requests/s`)
        await end()
        await settle(server, postmaster)
      }
    }
  }
  const body = cells.map(({ name, label }) => [
    name,
    label,
    ...WRITES.map((writes) => figure(median(rates.get(`${name} ${label} ${writes}`) ?? []))),
    ...WRITES.map((writes) => figure(processor.get(`${name} ${label} ${writes}`) ?? NaN)),
  ])
  const head = [
    'query',
    'server',
    ...WRITES.map((writes) => `requests/s, ${writes} writes/s`),
    ...WRITES.map((writes) => `ms of processor, ${writes} writes/s`),
  ]
  console.log(table(head, body))
  for (const [server] of servers) await stop(server.child)
  await postgres.close()
})
