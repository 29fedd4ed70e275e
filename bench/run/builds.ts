// `npm run bench -- builds --folders=../old,../older` measures builds of the service in turn, each on a database of its own.
import { readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type Target, load } from '../load/load.js'
import { creations, lists, reads, updates } from '../queries/registry.js'
import { type Build, type BuildCell, buildsTable } from '../report/builds.js'
import { answersTo } from '../servers/answers.js'
import { signIn } from '../servers/clients.js'
import { graphqlTarget, restTarget } from '../servers/requests.js'
import { startService } from '../servers/service.js'
import { openStreams } from '../servers/streams.js'
import { viewerOf } from '../servers/viewer.js'
import { copyDatabase, openDemoDatabase } from '../system/database.js'
import { findOption, numberOption } from '../system/options.js'
import { ROOT } from '../system/paths.js'
import { openPostgres } from '../system/postgres.js'
import { runProgram, stop } from '../system/processes.js'
import { sqlOf } from '../system/sql.js'
import { rotate } from './cells.js'
import { measure } from './measure.js'

const CONNECTIONS = [1, 10]
/** Twice the number of connections, so that a client has at most one request in progress. */
const CLIENTS = 20
const WARM_UP_SECONDS = 3

const folders = (findOption('folders') ?? '')
  .split(',')
  .filter(Boolean)
  .map((each) => resolve(each))
const only = findOption('only')?.split(',')
const scale = numberOption('scale', 3)
const rounds = numberOption('rounds', 3)
const seconds = numberOption('seconds', 2)
const streamCount = numberOption('streams', 0)

await runProgram(async () => {
  const [first] = folders
  if (first === undefined)
    throw new Error('--folders must name at least one folder of an older build')
  const postgres = await openPostgres()
  // The oldest build makes the demo, because a newer one can migrate its database, but not the other way round.
  const demo = await openDemoDatabase(postgres, scale, {
    folder: first,
    // A database that another build has made would have migrations that this build does not know.
    name: `field_inspection_builds_${scale}_${await migrationsOf(first)}`,
  })
  const builds: Build[] = []
  for (const [index, folder] of [...folders, ROOT].entries()) {
    const url = await copyDatabase(postgres, demo.url, `field_inspection_build_${index}`)
    const server = await startService(url, { folder, env: { KEPT_ANSWERS_MB: '0' } })
    await sqlOf(url)('vacuum analyze')
    builds.push({
      folder,
      server,
      url,
      viewer: await viewerOf(url),
      clients: await signIn(server, CLIENTS),
    })
  }
  const [newest] = builds.slice(-1)
  const streams = newest && streamCount > 0 && (await openStreams(newest.server, streamCount))
  const cells: BuildCell[] = []
  for (const build of builds) cells.push(...(await cellsOf(build)))
  // M7 is last, because the service makes reports of its inspections for minutes.
  const names = [...new Set(cells.map(({ name }) => name))].sort(
    (a, b) => Number(a === 'M7') - Number(b === 'M7'),
  )
  for (const name of names) {
    const ofName = cells.filter((each) => each.name === name)
    for (const { target } of ofName) await load(target, 10, WARM_UP_SECONDS)
    for (let round = 0; round < rounds; round += 1) {
      for (const connections of CONNECTIONS) {
        // `rotate` lets another build come first in each round.
        for (const cell of rotate(ofName, round)) {
          const run = await measure(cell.server, cell.target, connections, seconds, demo.postmaster)
          cell.runs.set(connections, [...(cell.runs.get(connections) ?? []), run])
        }
      }
    }
    console.error(`${name}: done.`)
  }
  console.log(buildsTable(names, CONNECTIONS, builds, cells))
  if (streams) console.log(`Streams of this build: ${streams.open}; events: ${streams.events}`)
  for (const { server } of builds) await stop(server.child)
  await postgres.close()
})

async function migrationsOf(folder: string): Promise<number> {
  return (await readdir(resolve(folder, 'prisma/migrations'))).length
}

/** Every request that a build can answer without an error, from different clients. */
async function cellsOf({ folder, server, url, viewer, clients }: Build): Promise<BuildCell[]> {
  const cells: BuildCell[] = []
  const add = async (name: string, targetOf: () => Promise<Target>) => {
    if (only && !only.includes(name)) return
    try {
      const target = await targetOf()
      await answersTo(target, 1)
      cells.push({ name, server, target, runs: new Map() })
    } catch (error) {
      console.error(`${basename(folder)}, ${name} is left out: ${(error as Error).message}`)
    }
  }
  for (const [name, query] of Object.entries({ ...reads, ...updates, ...creations })) {
    await add(name, async () => {
      const variables = await query.variables(sqlOf(url), viewer.company)
      return graphqlTarget(server, name, query, variables, viewer, clients.graphql)
    })
  }
  for (const name of ['A', 'B'] as const) {
    const query = lists[name]
    await add(name, () =>
      Promise.resolve(restTarget(server, name, query, query.variables(), clients[name])),
    )
  }
  return cells
}
