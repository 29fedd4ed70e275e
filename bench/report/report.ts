import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { loadGenerator } from '../load/load.js'
import { lists, reads, updates } from '../queries/registry.js'
import type { CreationRuns } from '../run/creation.js'
import type { Cell } from '../run/cells.js'
import type { StartUps } from '../run/startup.js'
import { versionOf } from '../servers/peers.js'
import { POOL_SIZE, type ServerName } from '../servers/server.js'
import { BENCH, ROOT } from '../system/paths.js'
import type { Memory } from '../system/process-stats.js'
import { Figures } from './figures.js'
import { today } from './format.js'
import { picture } from './picture.js'
import { cpuTable, creationsTable, latencyTable, memoryTable, ratesTable } from './tables.js'

export interface Results {
  version: string
  isQuick: boolean
  rounds: number
  seconds: number
  connections: number[]
  startUps: StartUps
  scale: number
  /** How many clients are signed in. */
  clients: number
  cells: Cell[]
  memory: (readonly [ServerName, Memory])[]
  creations: Record<string, CreationRuns>
}

/** The number of connections that the chart and the table of CPU time show. */
const MIDDLE = 10

/** Prints the results, and writes them to RESULTS.md and docs/benchmark.svg. */
export function writeReport(results: Results): void {
  const figures = new Figures(results.cells)
  const text = textOf(results, figures)
  console.log(text)
  writeFileSync(join(BENCH, 'RESULTS.md'), text)
  const svg = picture(figures, MIDDLE)
  if (svg === undefined) return
  mkdirSync(join(ROOT, 'docs'), { recursive: true })
  writeFileSync(join(ROOT, 'docs', 'benchmark.svg'), svg)
}

function textOf(results: Results, figures: Figures): string {
  const { connections, creations, clients, memory, startUps } = results
  const titles = Object.entries({ ...reads, ...updates, ...lists })
    .filter(([name]) => figures.names.includes(name))
    .map(([name, { title }]) => `- **${name}**: ${title}`)
  return `# Results

Written by \`npm run bench\`${results.isQuick ? ' with `--quick`' : ''} on ${today()}: medians of ${results.rounds} rounds of ${results.seconds} s for each server, query and number
of connections. In each round the servers take turns. They share the machine's processors with the database and the load
generator, so ratios say more than rates, and differ by some 10 % from run to run.

- Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux
- ${results.version.split(' on ')[0] ?? ''}, default settings but \`random_page_cost = 1.1\` for all servers; Node ${process.version}, for PostGraphile ${versionOf('node')}; load by ${loadGenerator}
- Data: the demo at scale ${results.scale}; at 25 it has about 110,000 assets, 100,000 of them in the company that is queried
- This service: \`NODE_ENV=production\`, default limits and logs; each request is authenticated against the database. It is
  ready ${startUps.server} ms after its start, ${startUps.embedded} ms with an embedded database that was opened before (medians of 5)
- PostGraphile ${versionOf('postgraphile')} with the amber preset; Mercurius ${versionOf('mercurius')} with graphql-jit and loaders over hand-written SQL; and the
  limit, a bare \`http\` server that sends one hand-written prepared statement, which builds the text of the response.
  These three do not authenticate. Each server has ${POOL_SIZE} connections to the database
- All servers were checked to give the same answers

${titles.join('\n')}

## Requests per second of different clients

${clients} clients are signed in, each with a session and a token of its own, and send requests to the service in turn. A client's next
request comes after ${clients - 1} requests of others.

${ratesTable(figures, connections)}

## Latency of different clients, in ms

${latencyTable(figures, connections)}

## CPU time per request at ${MIDDLE} connections, in ms: of the server, and of PostgreSQL

${cpuTable(figures, MIDDLE)}

## Resident memory of the servers, in MB

${memoryTable(memory)}
${Object.keys(creations).length === 0 ? '' : creationsText(creations)}`
}

const creationsText = (creations: Record<string, CreationRuns>) => `
## Creations per second

The limit of M1, M5, M6 and M7 is one statement behind bare \`http\`; the limit of M2 is one statement through \`pg\` without HTTP, from four
processes, after the same warm-up as the service. The job numbers were checked to have no gap.

${creationsTable(creations)}
`
