// Whether the service's memory stays as it is: a steady load for half an hour, and its heap after each minute.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { demoDatabase, openServer, WORK } from './database.js'
import { load } from './load.js'
import { stop, runToEnd } from './processes.js'
import { lists, reads } from './queries.js'
import { table } from './report.js'
import { requestsOf } from './requests.js'
import { signIn, startService, viewerOf } from './servers.js'

const minutes = process.argv.find((argument) => argument.startsWith('--minutes='))?.slice(10)
const MINUTES = Number(minutes ?? 30)
const SCALE = 25
const CONNECTIONS = 4
/** Requests a second of the kind that comes once: a document of its own, a mistake, or a stranger. */
const ODD_RATE = 50
/** A heap that grows less than this in an hour, in MB, is flat. */
const FLAT = 10
const MEGABYTE = 2 ** 20
const HEAP_LOG = join(WORK, 'heap.log')

async function main() {
  rmSync(HEAP_LOG, { force: true })
  const postgres = await openServer()
  const { url } = await demoDatabase(postgres, SCALE)
  const viewer = await viewerOf(url)
  const heap = new URL('heap.js', import.meta.url).href
  const server = await startService(url, 'service', ['--expose-gc', '--import', heap], { HEAP_LOG })
  const credentials = await signIn(server)
  const targets = []
  for (const [name, asked] of Object.entries({ ...reads, ...lists })) {
    const variables = await asked.variables(url, viewer.company)
    targets.push(requestsOf(server, name, asked, variables, viewer, credentials))
  }

  const began = Date.now()
  const end = began + MINUTES * 60_000
  let requests = 0
  const steady = async () => {
    for (let turn = 0; Date.now() < end; turn += 1) {
      requests += (await load(targets[turn % targets.length], CONNECTIONS, 2)).requests
    }
  }
  const odd = async () => {
    for (let number = 0; Date.now() < end; number += 1) {
      await Promise.all([askOdd(server, credentials, number), delay(1000 / ODD_RATE)])
      requests += 1
    }
  }
  const sample = async () => {
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await delay(Math.max(0, began + minute * 60_000 - Date.now()))
      server.child.kill('SIGUSR2')
    }
  }
  await Promise.all([steady(), odd(), sample()])
  await delay(1000)
  report(requests)
  await stop(server.child)
  await postgres.close()
}

/** What comes once: a document of its own, one that is no GraphQL, a token that nobody has, a number out of range. */
async function askOdd({ port }, { graphql }, number) {
  const [query, headers] = [
    [
      `{ sites(first: ${1 + (number % 50)}, offset: ${number % 997}) { nodes { id n${number}: name } } }`,
      graphql,
    ],
    [
      `{ assets(filter: { search: "${number}" }, first: 5) { nodes { code metaData { label } } pageInfo { endCursor } } }`,
      graphql,
    ],
    [`{ nothing${number} `, graphql],
    ['{ viewer { role } }', { authorization: `Bearer fis_access_${number}` }],
    [`{ sites(first: ${100 + number}) { totalCount } }`, graphql],
  ][number % 5]
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  await response.text()
}

function report(requests) {
  const samples = readFileSync(HEAP_LOG, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const heaps = samples.map(({ heapUsed }) => heapUsed / MEGABYTE)
  // What is kept on purpose fills in the first third.
  const slope = slopeOf(heaps.slice(Math.floor(heaps.length / 3))) * 60
  const flat = slope < FLAT
  const text = `# Memory under a steady load

Written by \`npm run bench:steady\` on ${new Date().toISOString().slice(0, 10)}: ${MINUTES} minutes, ${requests.toLocaleString('en')} requests: all queries and lists of
the benchmark in turn on ${CONNECTIONS} connections, and ${ODD_RATE} requests a second that come once: documents of their own, mistakes,
unknown tokens. The heap is what is left after a garbage collection.

The heap of the last two thirds changes by ${slope.toFixed(1)} MB an hour: ${flat ? 'it is flat' : 'it grows'}.

${table(
  ['minute', 'heap, MB', 'external, MB', 'resident, MB'],
  samples.map(({ heapUsed, external, rss }, index) => [
    index + 1,
    ...[heapUsed, external, rss].map((bytes) => (bytes / MEGABYTE).toFixed(1)),
  ]),
)}
`
  console.log(text)
  writeFileSync(new URL('MEMORY.md', import.meta.url), text)
  if (!flat) process.exitCode = 1
}

/** By how much a series changes from one value to the next, by least squares. */
function slopeOf(values) {
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

await runToEnd(main)
