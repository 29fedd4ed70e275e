import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Cluster } from '../support/cluster.js'
import { ADMIN, openCitusDemo } from './citus-demo.js'
import { openClient, signIn } from './client.js'
import { openRequests, type Side } from './latencies.js'
import { processorTimeOf } from './processor-time.js'

/** Requests of people at work that both companies of the demo accept: no bulk, no statistics, and no assets of types with a required field. */
const USUAL = [
  'record by id',
  'page of 20',
  'nested lists',
  'updateAsset',
  'createJob',
  'recordInspection',
  'updateZone',
]

type Meter = () => Record<string, number>

/**
 * Measures the processor time of each kind of request, in milliseconds: of the service, of the coordinator, which is also the server
 * of the plain database, and of all workers together. Then sends usual requests with as many clients as keep both processors busy, to
 * the companies of the database, on one, two and four workers, or as many as `counts` says. The work is measured with two workers.
 */
export async function run({ counts = [1, 2, 4], requests = 200, seconds = 10 } = {}) {
  const work: Record<string, unknown> = {}
  const throughput: Record<string, unknown> = {}
  for (const count of counts) {
    const { coordinator, workers, plain, distributed, admins, close } = await openCitusDemo(count)
    try {
      const servers = [await timeOf([coordinator]), await timeOf(workers)] as const
      const meterOf = (pid: number): Meter => {
        const service = processorTimeOf(pid)
        const [one, others] = servers
        return () => ({ service: service(), coordinator: one(), workers: others() })
      }
      if (count === 2)
        for (const [name, { address, pid }] of Object.entries({ plain, distributed }))
          work[name] = await workOf(address, meterOf(pid), requests)
      const sides = { [`plain, beside ${count} workers`]: plain, [`${count} workers`]: distributed }
      for (const [name, { address, pid }] of Object.entries(sides))
        throughput[name] = await load(address, admins, meterOf(pid), seconds)
    } finally {
      await close()
    }
  }
  return { work, throughput }
}

/** The processor time of each kind of request, one after the other. */
async function workOf(address: string, meter: Meter, count: number) {
  return withSides(address, [ADMIN], async ([side]) => {
    const { names, send } = await openRequests(side!)
    const result: Record<string, Record<string, number>> = {}
    for (const name of names) {
      const times = name.includes('rows') ? Math.ceil(count / 10) : count
      for (let turn = 0; turn < times / 5; turn += 1) await send(name, turn)
      const before = meter()
      for (let turn = 0; turn < times; turn += 1) await send(name, turn)
      result[name] = difference(before, meter(), times)
    }
    return result
  })
}

const CLIENTS = 8
/** The usual requests in turn, of several clients at the same time. */
async function load(
  address: string,
  admins: readonly (typeof ADMIN)[],
  meter: Meter,
  seconds: number,
) {
  return withSides(address, admins, async (sides) => {
    const companies = await Promise.all(sides.map(openRequests))
    let sent = 0
    const during = async (length: number) => {
      const end = performance.now() + length * 1000
      const loop = async (first: number) => {
        for (let turn = first; performance.now() < end; turn += 1) {
          await companies[first % companies.length]!.send(USUAL[turn % USUAL.length]!, turn)
          sent += 1
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, (_, index) => loop(index)))
    }
    await during(seconds / 5)
    sent = 0
    const before = meter()
    const start = performance.now()
    await during(seconds)
    const perSecond = Math.round((sent * 1000) / (performance.now() - start))
    return { perSecond, ...difference(before, meter(), sent) }
  })
}

async function withSides<Result>(
  address: string,
  users: readonly (typeof ADMIN)[],
  work: (sides: Side[]) => Promise<Result>,
): Promise<Result> {
  const client = openClient(address, CLIENTS)
  try {
    const tokens = await Promise.all(users.map((user) => signIn(client, user)))
    return await work(tokens.map((token) => ({ client, token })))
  } finally {
    client.close()
  }
}

const difference = (
  before: Record<string, number>,
  after: Record<string, number>,
  count: number,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after).map(([name, time]) => [
      name,
      Math.round(((time - before[name]!) * 100) / count) / 100,
    ]),
  )

/** Returns a function that reads the processor time of all processes of servers that have not ended, in milliseconds. */
async function timeOf(servers: readonly Cluster[]): Promise<() => number> {
  const parents: string[] = []
  for (const { url } of servers) {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    parents.push(readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]!)
    await client.end()
  }
  return () => {
    const children = parents.flatMap((pid) =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' '),
    )
    return children.reduce((sum, pid) => sum + processTime(pid), 0)
  }
}

function processTime(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // The process has ended.
    return 0
  }
}
