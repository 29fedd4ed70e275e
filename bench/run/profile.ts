// Profiles the service's CPU time: `npx tsx bench/run/profile.ts Q1 Q4 …`. Prints the share of each package and file in
// the time during which the service is not idle.
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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

interface CallFrame {
  functionName: string
  url: string
}
interface Profile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
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
    const { requests, seconds } = await load(target, CONNECTIONS, SECONDS)
    await stop(service.child)
    const [file] = readdirSync(folder)
    if (file === undefined) throw new Error(`There is no profile in ${folder}`)
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
    const rows = sharesOf(profile)
      .slice(0, ROWS)
      .map(([owner, share]) => [owner, `${(share * 100).toFixed(1)} %`])
    console.log(`\n${name}, ${Math.round(requests / seconds)} requests per second\n`)
    console.log(table(['', 'share'], rows))
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

/** The package, file or part of Node to which the self time of a function is attributed. */
function ownerOf({ functionName, url }: CallFrame): string {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code: sockets, system calls'
  const packages = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)]
  const innermost = packages.at(-1)?.[1]
  if (innermost !== undefined) return innermost
  const file = /\/dist\/(.+)\.js$/.exec(url)?.[1]
  if (file !== undefined) return `dist/${file}`
  if (url.startsWith('node:')) {
    return `node: ${url.replace(/^node:(internal\/)?/, '').split('/')[0] ?? ''}`
  }
  return url === '' ? 'generated code and built-ins' : url
}

/** The share of each package or file in the busy time, the largest first. */
function sharesOf({ nodes, samples, timeDeltas }: Profile): [string, number][] {
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const times = new Map<string, number>()
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    const time = timeDeltas[index] ?? 0
    if (!frame || frame.functionName === '(idle)') continue
    busy += time
    const owner = ownerOf(frame)
    times.set(owner, (times.get(owner) ?? 0) + time)
  }
  return [...times]
    .map(([owner, time]): [string, number] => [owner, time / busy])
    .sort((one, other) => other[1] - one[1])
}
