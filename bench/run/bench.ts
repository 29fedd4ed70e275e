// Measures the service and other servers on one database, and writes RESULTS.md and docs/benchmark.svg.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from '../load/load.js'
import { lists, reads, updates } from '../queries/registry.js'
import { writeReport } from '../report/report.js'
import { signIn } from '../servers/clients.js'
import { startLimit, startMercurius, startPostGraphile } from '../servers/peers.js'
import { isService } from '../servers/server.js'
import { startService } from '../servers/service.js'
import { viewerOf } from '../servers/viewer.js'
import { openDemoDatabase } from '../system/database.js'
import { findOption, hasFlag, numberOption } from '../system/options.js'
import { BENCH } from '../system/paths.js'
import { openPostgres } from '../system/postgres.js'
import { memoryOf } from '../system/process-stats.js'
import { requirePid, runProgram, stop } from '../system/processes.js'
import { query, queryOne, sqlOf } from '../system/sql.js'
import { type CreationRuns, measureCreation } from './creation.js'
import { type Cell, type Setup, graphqlCells, restCells, rotate } from './cells.js'
import { checkAnswers } from './check.js'
import { measureJobCreation } from './job-creation.js'
import { measure } from './measure.js'
import { settle } from './settle.js'
import { measureStartUps } from './startup.js'

const isQuick = hasFlag('quick')
const only = findOption('only')?.split(',')
const rounds = numberOption('rounds', isQuick ? 1 : 3)
const scale = numberOption('scale', 25)
const seconds = isQuick ? 1 : 2
const connections = [1, 10, 50]
/** Twice the maximum number of connections, so that a client never has two requests in progress. */
const CLIENTS = 100
/** How long each cell (for job creation, each process) is loaded before it is measured. */
const WARM_UP_SECONDS = 3
const JOB_WARM_UP_SECONDS = isQuick ? 5 : 30

const isChosen = (name: string) => !only || only.includes(name)
const log = (text: string) => {
  console.error(text)
}

await runProgram(async () => {
  const began = Date.now()
  const elapsed = () => `${Math.round((Date.now() - began) / 1000)} s`
  const postgres = await openPostgres()
  log(`PostgreSQL: ${postgres.origin}. Loading the demo at scale ${scale} …`)
  const { url, postmaster } = await openDemoDatabase(postgres, scale)
  const { version } = await queryOne<{ version: string }>(url, 'select version()')
  await query(url, readFileSync(join(BENCH, 'peers', 'functions.sql'), 'utf8'))
  const startUps = await measureStartUps(url)
  log(`Ready after ${startUps.server} ms on a server, ${startUps.embedded} ms embedded.`)

  const setup = await openSetup(url)
  const restores: (() => Promise<void>)[] = []
  for (const { save } of Object.values(updates)) {
    if (save) restores.push(await save(sqlOf(url), setup.viewer.company))
  }
  const cells = await allCells(setup)
  await checkAnswers(cells)
  log(`All servers give the same answers. Warming up ${cells.length} cells …`)
  for (const { server, target } of cells) {
    await load(target, 10, WARM_UP_SECONDS)
    await settle(server, postmaster)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const count of connections) {
      for (const cell of rotate(cells, round)) {
        const run = await measure(cell.server, cell.target, count, seconds, postmaster)
        cell.runs.set(count, [...(cell.runs.get(count) ?? []), run])
      }
      log(`Round ${round + 1} of ${rounds}, ${count} connections: done after ${elapsed()}.`)
    }
  }
  const memory = setup.servers.map(
    ({ name, child }) => [name, memoryOf(requirePid(child))] as const,
  )
  await checkAnswers(cells)
  for (const restore of restores) await restore()

  const creations: Record<string, CreationRuns> = {}
  const options = { rounds, seconds, postmaster }
  for (const name of ['M1', 'M5', 'M6', 'M7'].filter(isChosen)) {
    const creationOptions = { ...options, warmUpSeconds: WARM_UP_SECONDS }
    creations[name] = await measureCreation(name, setup, creationOptions)
  }
  for (const server of setup.servers) if (!isService(server)) await stop(server.child)
  if (isChosen('M2')) {
    const jobOptions = { ...options, warmUpSeconds: JOB_WARM_UP_SECONDS }
    creations.M2 = await measureJobCreation(setup, jobOptions)
  }
  const conditions = { version, isQuick, rounds, seconds, connections, startUps, scale }
  writeReport({ ...conditions, clients: CLIENTS, cells, memory, creations })
  for (const { child } of setup.servers) await stop(child)
  await postgres.close()
  log(`Done after ${elapsed()}.`)
})

/** Starts all servers. The service starts first: it applies the newest migrations. */
async function openSetup(url: string): Promise<Setup> {
  const viewer = await viewerOf(url)
  // The other servers keep no answers, so neither does the service: Q14 (run/kept.ts) measures these.
  const servers = [await startService(url, { env: { KEPT_ANSWERS_MB: '0' } })]
  servers.push(await startPostGraphile(url, viewer))
  servers.push(await startMercurius(url, viewer))
  servers.push(await startLimit(url, viewer))
  log(`Signing in ${CLIENTS} clients …`)
  const clients: Setup['clients'] = new Map()
  for (const server of servers.filter(isService)) {
    clients.set(server, await signIn(server, CLIENTS))
  }
  return { url, viewer, servers, clients }
}

async function allCells(setup: Setup): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const [name, definition] of Object.entries({ ...reads, ...updates })) {
    if (!isChosen(name)) continue
    const variables = await definition.variables(sqlOf(setup.url), setup.viewer.company)
    cells.push(...(await graphqlCells(name, definition, variables, setup)))
  }
  if (isChosen('A')) cells.push(...restCells('A', lists.A, setup))
  if (isChosen('B')) cells.push(...restCells('B', lists.B, setup))
  return cells
}
