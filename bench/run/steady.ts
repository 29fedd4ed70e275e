// Whether the service's memory stays constant: a steady load for half an hour, and the heap after each minute.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Target, load } from '../load/load.js'
import type { HeapSample } from '../peers/heap-probe.js'
import { lists, reads } from '../queries/registry.js'
import { table, today } from '../report/format.js'
import { type Clients, signIn } from '../servers/clients.js'
import { compiledPeer } from '../servers/peers.js'
import { graphqlTarget, restTarget } from '../servers/requests.js'
import type { Server } from '../servers/server.js'
import { startService } from '../servers/service.js'
import { viewerOf } from '../servers/viewer.js'
import { openDemoDatabase } from '../system/database.js'
import { numberOption } from '../system/options.js'
import { BENCH, WORK } from '../system/paths.js'
import { openPostgres } from '../system/postgres.js'
import { runProgram, stop } from '../system/processes.js'
import { sqlOf } from '../system/sql.js'
import { sendOddRequest } from './odd-request.js'

const MINUTES = numberOption('minutes', 30)
const SCALE = numberOption('scale', 25)
const CONNECTIONS = 4
const CLIENTS = 8
/** The number of requests per second of `sendOddRequest`, which are all different. */
const ODD_RATE = 50
/** Megabytes per hour: a heap that grows less counts as constant. */
const MAX_GROWTH = 10
const MEGABYTE = 2 ** 20
const HEAP_LOG = join(WORK, 'heap.log')

await runProgram(async () => {
  rmSync(HEAP_LOG, { force: true })
  const postgres = await openPostgres()
  const { url } = await openDemoDatabase(postgres, SCALE)
  const probe = pathToFileURL(compiledPeer('heap-probe')).href
  const nodeOptions = ['--expose-gc', '--import', probe]
  const server = await startService(url, { nodeOptions, env: { HEAP_LOG } })
  const clients = await signIn(server, CLIENTS)
  const targets = await targetsOf(url, server, clients)

  const began = Date.now()
  const end = began + MINUTES * 60_000
  let count = 0
  const sendSteadily = async () => {
    for (let turn = 0; Date.now() < end; turn += 1) {
      const target = targets[turn % targets.length]
      if (target) count += (await load(target, CONNECTIONS, 2)).requests
    }
  }
  const sendOdd = async () => {
    for (let number = 0; Date.now() < end; number += 1) {
      const request = sendOddRequest(server, clients.graphql[0] ?? {}, number)
      await Promise.all([request, delay(1000 / ODD_RATE)])
      count += 1
    }
  }
  const sampleHeap = async () => {
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await delay(Math.max(0, began + minute * 60_000 - Date.now()))
      server.child.kill('SIGUSR2')
    }
  }
  await Promise.all([sendSteadily(), sendOdd(), sampleHeap()])
  await delay(1000)
  writeMemory(count)
  await stop(server.child)
  await postgres.close()
})

/** All queries and lists of the benchmark that only read. */
async function targetsOf(url: string, server: Server, clients: Clients): Promise<Target[]> {
  const viewer = await viewerOf(url)
  const targets: Target[] = []
  for (const [name, definition] of Object.entries(reads)) {
    const variables = await definition.variables(sqlOf(url), viewer.company)
    targets.push(graphqlTarget(server, name, definition, variables, viewer, clients.graphql))
  }
  for (const name of ['A', 'B'] as const) {
    const variables = lists[name].variables()
    targets.push(restTarget(server, name, lists[name], variables, clients[name]))
  }
  return targets
}

function writeMemory(count: number) {
  const lines = readFileSync(HEAP_LOG, 'utf8').trim().split('\n')
  const samples = lines.map((line) => JSON.parse(line) as HeapSample)
  const heaps = samples.map(({ heapUsed }) => heapUsed / MEGABYTE)
  // The caches fill in the first third.
  const growth = slopeOf(heaps.slice(Math.floor(heaps.length / 3))) * 60
  const isConstant = growth < MAX_GROWTH
  const rows = samples.map(({ heapUsed, external, rss }, index) => [
    index + 1,
    ...[heapUsed, external, rss].map((bytes) => (bytes / MEGABYTE).toFixed(1)),
  ])
  const text = `# Memory under a steady load

Written by \`npm run bench -- steady\` on ${today()}: ${MINUTES} minutes, ${count.toLocaleString('en')} requests: all reads and lists of the
benchmark in turn on ${CONNECTIONS} connections, and ${ODD_RATE} requests a second that are sent once: new documents, mistakes, unknown tokens.
The heap is measured after a garbage collection.

The heap of the last two thirds changes by ${growth.toFixed(1)} MB an hour: it ${isConstant ? 'is constant' : 'grows'}.

${table(['minute', 'heap, MB', 'external, MB', 'resident, MB'], rows)}
`
  console.log(text)
  writeFileSync(join(BENCH, 'MEMORY.md'), text)
  if (!isConstant) process.exitCode = 1
}

/** The change of a series from one value to the next, by least squares. */
function slopeOf(values: number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let products = 0
  let squares = 0
  values.forEach((value, index) => {
    products += (index - middle) * (value - mean)
    squares += (index - middle) ** 2
  })
  return products / squares
}
