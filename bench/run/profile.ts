// Profiles the service's CPU time: `npx tsx bench/run/profile.ts Q1 Q4 …`. Prints the time of each package, and of each
// folder of `src`, during which the service is not idle.
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Target, load } from '../load/load.js'
import { creations, lists, reads, updates } from '../queries/registry.js'
import { table } from '../report/format.js'
import { signIn } from '../servers/clients.js'
import { graphqlTarget, restTarget } from '../servers/requests.js'
import type { Server } from '../servers/server.js'
import { startService } from '../servers/service.js'
import { viewerOf } from '../servers/viewer.js'
import { openDemoDatabase } from '../system/database.js'
import { numberOption } from '../system/options.js'
import { WORK } from '../system/paths.js'
import { openPostgres } from '../system/postgres.js'
import { runProgram, stop } from '../system/processes.js'
import { sqlOf } from '../system/sql.js'

const SECONDS = numberOption('seconds', 5)
const SCALE = numberOption('scale', 25)
const CONNECTIONS = 10
const CLIENTS = 12
const ROWS = 24

const maps = new Map<string, SourceMap>()

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
  columnNumber: number
}
interface ProfileNode {
  id: number
  callFrame: CallFrame
  children?: number[]
}
interface Profile {
  nodes: ProfileNode[]
  samples: number[]
  startTime: number // µs of the clock of `process.hrtime`
  timeDeltas: number[]
}

await runProgram(async () => {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const postgres = await openPostgres()
  const { url } = await openDemoDatabase(postgres, SCALE)
  for (const name of names.length > 0 ? names : Object.keys(reads)) {
    const folder = mkdtempSync(join(WORK, 'profile-'))
    const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
    const service = await startService(url, { nodeOptions })
    const target = await targetOf(url, service, name)
    await load(target, CONNECTIONS, SECONDS)
    const began = process.hrtime.bigint() / 1000n
    const { requests, seconds } = await load(target, CONNECTIONS, SECONDS)
    await stop(service.child)
    const [file] = readdirSync(folder)
    if (file === undefined) throw new Error(`There is no profile in ${folder}`)
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
    const times = timesOf(profile, Number(began), seconds)
    const busy = times.reduce((sum, [, time]) => sum + time, 0)
    const rows = times
      .slice(0, ROWS)
      .map(([owner, time]) => [
        owner,
        (time / requests / 1000).toFixed(3),
        `${((time / busy) * 100).toFixed(0)} %`,
      ])
    console.log(`\n${name}, ${Math.round(requests / seconds)} requests per second\n`)
    console.log(table(['', 'ms per request', 'share'], rows))
  }
  await postgres.close()
})

/** The requests of a query, from different clients. */
async function targetOf(url: string, service: Server, name: string): Promise<Target> {
  const viewer = await viewerOf(url)
  const clients = await signIn(service, CLIENTS)
  if (name === 'A' || name === 'B') {
    return restTarget(service, name, lists[name], lists[name].variables(), clients[name])
  }
  const definition = reads[name] ?? updates[name] ?? creations[name]
  if (!definition) throw new Error(`There is no query ${name}`)
  const variables = await definition.variables(sqlOf(url), viewer.company)
  return graphqlTarget(service, name, definition, variables, viewer, clients.graphql)
}

/** The source of a function of the bundle; the address of any other. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!url.startsWith('file:') || !url.includes('/dist/')) return url
  const file = fileURLToPath(url)
  let map = maps.get(file)
  if (!map) {
    const text = existsSync(`${file}.map`) ? readFileSync(`${file}.map`, 'utf8') : undefined
    map = text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload)
    if (map) maps.set(file, map)
  }
  const entry: { originalSource?: string } | undefined = map?.findEntry(lineNumber, columnNumber)
  return entry?.originalSource ?? url
}

/** The package or the folder of `src` that has a function; undefined for Node and what V8 compiles itself. */
function ownerOf(frame: CallFrame): string | undefined {
  if (frame.functionName === '(garbage collector)') return 'garbage collection'
  const source = sourceOf(frame)
  const inner = [...source.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1]
  if (inner !== undefined) return inner
  if (source.startsWith('wasm:')) return '@prisma/client'
  return /\/(src\/(?:db|domain|graphql)\/[^/]+|src\/[^/]+)/
    .exec(source)?.[1]
    ?.replace('generated', 'prisma')
}

/**
 * The microseconds that the service was busy for each owner since `began`, the longest first. The time of Node and of V8 counts
 * for what calls it: a system call that writes to a socket for `pg`, or for the response.
 */
function timesOf(
  { nodes, samples, startTime, timeDeltas }: Profile,
  began: number,
  seconds: number,
): [string, number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const owners = new Map<number, string>()
  const visit = (node: ProfileNode, inherited: string) => {
    const owner = ownerOf(node.callFrame) ?? inherited
    owners.set(node.id, owner)
    for (const id of node.children ?? []) visit(byId.get(id) as ProfileNode, owner)
  }
  visit(nodes[0] as ProfileNode, 'Node')
  const times = new Map<string, number>()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0
    at += time
    if (
      at < began ||
      at > began + seconds * 1e6 ||
      byId.get(id)?.callFrame.functionName === '(idle)'
    )
      continue
    const owner = owners.get(id) ?? 'Node'
    times.set(owner, (times.get(owner) ?? 0) + time)
  }
  return [...times].sort((one, other) => other[1] - one[1])
}
