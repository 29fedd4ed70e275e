import { fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { type Target, load } from '../load/load.js'
import type { WriterTask } from '../peers/writer.js'
import { M2 } from '../queries/m2-create-job.js'
import type { Variables } from '../queries/query.js'
import { compiledPeer } from '../servers/peers.js'
import { graphqlTarget } from '../servers/requests.js'
import { type Server, isService } from '../servers/server.js'
import { startService } from '../servers/service.js'
import type { Viewer } from '../servers/viewer.js'
import { stop } from '../system/processes.js'
import { query, queryOne, sqlOf } from '../system/sql.js'
import type { CreationOptions, CreationRuns } from './creation.js'
import type { Setup } from './cells.js'

const PROCESSES = 4
const CONNECTIONS = 5

/** M2: jobs per second of one company, from four processes. The numbers of a company's jobs must have no gap. */
export async function measureJobCreation(
  { url, viewer, servers, clients }: Setup,
  { rounds, seconds, warmUpSeconds }: CreationOptions,
): Promise<CreationRuns> {
  await deleteJobs(url, viewer)
  const variables = await M2.variables(sqlOf(url), viewer.company)
  const started: Server[] = []
  const targetsOf = new Map<Server, Target[]>()
  for (const server of servers.filter(isService)) {
    const processes = [server]
    while (processes.length < PROCESSES) processes.push(await startService(url))
    started.push(...processes.slice(1))
    const signedIn = clients.get(server)?.graphql ?? []
    const targets = processes.map((each) =>
      graphqlTarget(each, 'M2', M2, variables, viewer, signedIn),
    )
    targetsOf.set(server, targets)
    await Promise.all(targets.map((target) => load(target, CONNECTIONS, warmUpSeconds)))
  }

  const runs: CreationRuns = {}
  const task = { url, viewer, variables, seconds, warmUpSeconds, connections: CONNECTIONS }
  for (let round = 0; round < rounds; round += 1) {
    for (const [{ name }, targets] of targetsOf) {
      const results = await Promise.all(targets.map((target) => load(target, CONNECTIONS, seconds)))
      const rate = sum(results.map((result) => result.requests / result.seconds))
      runs[name] = [...(runs[name] ?? []), { rate }]
      await requireNoGaps(url, viewer)
    }
    const counts = await Promise.all(Array.from({ length: PROCESSES }, () => writeDirectly(task)))
    runs.limit = [...(runs.limit ?? []), { rate: sum(counts) / seconds }]
    await requireNoGaps(url, viewer)
  }
  for (const { child } of started) await stop(child)
  await delay(2000)
  await deleteJobs(url, viewer)
  return runs
}

/** Deletes the jobs of this run, and of earlier runs that did not end. */
async function deleteJobs(url: string, { company }: Viewer) {
  await query(url, `delete from job where company_id = $1 and reference = 'bench'`, [company])
  await query(
    url,
    'update company set job_number = (select max(number) from job where company_id = $1) where id = $1',
    [company],
  )
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

/** Creates jobs from another process through `pg`, without HTTP. Returns their number. */
function writeDirectly(task: WriterTask & { variables: Variables[] }): Promise<number> {
  const child = fork(compiledPeer('writer'), { execArgv: [] })
  return new Promise((resolve, reject) => {
    child.once('message', (count) => {
      resolve(Number(count))
    })
    child.once('exit', (status) => {
      if (status !== 0) reject(new Error(`A writer ended with ${status ?? 'a signal'}`))
    })
    child.send(task)
  })
}

async function requireNoGaps(url: string, { company }: Viewer) {
  await delay(500)
  const { count, newest } = await queryOne<{ count: number; newest: number }>(
    url,
    'select count(distinct number)::int as count, max(number) as newest from job where company_id = $1',
    [company],
  )
  if (count !== newest) throw new Error(`${newest - count} of ${newest} job numbers are missing`)
}
