import { fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { query } from './database.js'
import { load } from './load.js'
import { stop } from './processes.js'
import { answersTo, requestsOf } from './requests.js'
import { startService } from './servers.js'

const PROCESSES = 4
const CONNECTIONS = 5
/** How long a process writes before it is measured, as one that has run for a while. */
const WARM_UP_SECONDS = 30

/**
 * Jobs per second of one company, whose numbers must have no gap: created over HTTP by four processes of the service,
 * and by four processes that send one statement through `pg` and do nothing else.
 */
export async function measureJobs(url, viewer, credentials, asked, { ROUNDS, SECONDS, service }) {
  await forgetJobs(url, viewer)
  const variables = await asked.variables(url, viewer.company)
  const services = [service]
  while (services.length < PROCESSES) services.push(await startService(url))
  const targets = services.map((server) =>
    requestsOf(server, 'M2', asked, variables, viewer, credentials),
  )
  await Promise.all(
    targets.map((target) => answersTo({ ...target, requests: target.requests.slice(0, 3) })),
  )

  await Promise.all(targets.map((target) => load(target, CONNECTIONS, WARM_UP_SECONDS)))

  const made = { service: [], bare: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = await Promise.all(targets.map((target) => load(target, CONNECTIONS, SECONDS)))
    made.service.push({ rate: sum(results.map(({ requests, seconds }) => requests / seconds)) })
    await requireNoGaps(url, viewer)
    const written = await Promise.all(targets.map(() => writeBare(url, viewer, variables, SECONDS)))
    made.bare.push({ rate: sum(written) / SECONDS })
    await requireNoGaps(url, viewer)
  }
  for (const { child } of services.slice(1)) await stop(child)
  await delay(2000)
  await forgetJobs(url, viewer)
  return made
}

/** Deletes what was written, here or by a run that was broken off. */
async function forgetJobs(url, { company }) {
  await query(url, `delete from job where company_id = $1 and reference = 'bench'`, [company])
  await query(
    url,
    'update company set job_number = (select max(number) from job where company_id = $1) where id = $1',
    [company],
  )
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)

function writeBare(url, viewer, variables, seconds) {
  const child = fork(new URL('peers/writer.js', import.meta.url).pathname)
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (status) => {
      if (status !== 0) reject(new Error(`a writer ended with ${status}`))
    })
    child.send({
      url,
      viewer,
      variables,
      seconds,
      connections: CONNECTIONS,
      warmUp: WARM_UP_SECONDS,
    })
  })
}

async function requireNoGaps(url, { company }) {
  await delay(500)
  const [{ count, most }] = await query(
    url,
    'select count(distinct number)::int as count, max(number) as most from job where company_id = $1',
    [company],
  )
  if (count !== most) throw new Error(`of ${most} job numbers, ${most - count} are missing`)
}
