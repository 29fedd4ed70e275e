import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertsOf } from './alerts.js'
import { ask } from '../durability/service.js'
import { type Cluster, findPostgres } from '../support/cluster.js'
import { readOwnWrites, readSteadily } from './own-writes.js'
import {
  createClient,
  createUsers,
  metricsOf,
  pauseReplay,
  resumeReplay,
  scrape,
  sql,
  startReplicated,
} from './replicated-service.js'

/** How often clients read their own write. `npm run load -- replicas` does it 10,000 times. */
const READS = Number(process.env['READS'] ?? 400)

const READ = '{ clients(first: 20) { nodes { id legalName } } }'
const bin = findPostgres()
/** Not with the embedded database, to run once in CI. */
const runs = process.env['DATABASE_URL'] !== undefined || process.env['READS'] !== undefined

it.runIf(runs && process.env['CI'])('has a PostgreSQL to replicate', () => {
  expect(bin).toBeDefined()
})

describe.runIf(runs && bin)('with a primary and two streaming replicas', () => {
  let replicated: Awaited<ReturnType<typeof startReplicated>>
  beforeAll(async () => {
    replicated = await startReplicated(bin ?? '')
  })
  afterAll(async () => {
    await replicated.close()
  })

  /** Waits until all instances use these replicas. */
  const areInUse = async (...clusters: Cluster[]) => {
    for (const cluster of clusters) {
      for (const service of replicated.services) {
        const state = async () => (await metricsOf(service, cluster)).state
        await expect.poll(state).toBe('in_use')
      }
    }
  }
  const commitsOf = async (cluster: Cluster) => {
    const text = `select xact_commit::int as commits from pg_stat_database where datname = 'postgres'`
    const [row] = (await sql(cluster, text)) as [{ commits: number }]
    return row.commits
  }

  it('raises no alert, although DATABASE_REPLICA_URLS lists the primary too', async () => {
    const { primary, one, two, services } = replicated
    await areInUse(one, two)
    const [service] = services
    expect(await metricsOf(service!, primary)).toMatchObject({ state: 'primary', lagSeconds: NaN })
    expect(await alertsOf(service!)).toEqual([])
    await one.stop('immediate')
    try {
      await expect.poll(() => alertsOf(service!)).toEqual(['ReplicaLeftOut'])
      await two.stop('immediate')
      await expect.poll(() => alertsOf(service!)).toEqual(['ReplicaLeftOut', 'NoReplica'])
    } finally {
      await one.start()
      await two.start()
    }
    await areInUse(one, two)
  })

  it('sends reads to the replicas in turn', async () => {
    const { primary, one, two, services } = replicated
    await areInUse(one, two)
    const [user] = await createUsers(primary, 1)
    await createClient(services[0]!, user!, 'Turn')
    const hasArrived = async () => (await ask(services[0]!.address, READ, {}, user!.token)).status
    await expect.poll(hasArrived).toBe(200)
    const [before, ...commits] = [
      await Promise.all([one, two].map((cluster) => metricsOf(services[0]!, cluster))),
      await commitsOf(one),
      await commitsOf(two),
    ]
    for (let time = 0; time < 100; time += 1) {
      await ask(services[0]!.address, READ, {}, user!.token)
    }
    const after = await Promise.all([one, two].map((cluster) => metricsOf(services[0]!, cluster)))
    const counts = after.map(({ answered }, index) => answered - before[index]!.answered)
    // A check that finds a replica behind makes the next one answer, more often on a busy machine.
    expect(Math.min(...counts), counts.join()).toBeGreaterThanOrEqual(20)
    expect(counts[0]! + counts[1]!).toBe(100)
    // PostgreSQL's own count of each replica, with the checks of two instances.
    for (const [index, cluster] of [one, two].entries()) {
      await expect
        .poll(async () => (await commitsOf(cluster)) - commits[index]!)
        .toBeGreaterThanOrEqual(40)
    }
  })

  it('refuses a revoked session immediately, while the replicas do not replay', async () => {
    const { primary, one, two, services } = replicated
    const [user] = await createUsers(primary, 1)
    const [first, second] = services
    const read = () => ask(second!.address, READ, {}, user!.token)
    // A new SQL statement, a prepared one, and a cached one.
    for (let time = 0; time < 3; time += 1) expect((await read()).data.clients.nodes).toEqual([])
    await Promise.all([pauseReplay(one), pauseReplay(two)])
    try {
      const logout = 'mutation { logout(input: {}) { ok } }'
      const { data } = await ask(first!.address, logout, {}, user!.token)
      expect(data).toEqual({ logout: { ok: true } })
      expect((await read()).status).toBe(401)
    } finally {
      await Promise.all([resumeReplay(one), resumeReplay(two)])
    }
  })

  it('reads what another instance has just written, while the replicas do not replay', async () => {
    const { primary, one, two, services } = replicated
    await areInUse(one, two)
    const users = await createUsers(primary, 2)
    await Promise.all([pauseReplay(one), pauseReplay(two)])
    try {
      const outcome = await readOwnWrites(services, users, 32)
      expect(outcome).toMatchObject({ failedWrites: 0, failed: [], stale: [] })
    } finally {
      await Promise.all([resumeReplay(one), resumeReplay(two)])
    }
  })

  it('shows the replicas and their lag in /ready, and leaves a replica out that lags', async () => {
    const { primary, one, two, services } = replicated
    const [service] = services
    const [user] = await createUsers(primary, 1)
    await areInUse(one, two)
    await pauseReplay(one)
    try {
      await createClient(service!, user!, 'Lag')
      await expect.poll(async () => (await metricsOf(service!, one)).state).toBe('left_out')
      expect((await metricsOf(service!, one)).lagSeconds).toBeGreaterThan(1)
      const ready = (await (await fetch(`${service!.address}/ready`)).json()) as object
      expect(ready).toMatchObject({
        status: 'ready',
        replicas: [
          { state: 'primary', inUse: false, lagMs: 0 },
          { state: 'left_out', inUse: false },
          { state: 'in_use', inUse: true, lagMs: 0 },
        ],
      })
    } finally {
      await resumeReplay(one)
    }
    await areInUse(one)
  })

  it(`has 0 failed and 0 stale reads of ${READS} while a replica pauses and the other is killed`, async () => {
    const { primary, one, two, services } = replicated
    await areInUse(one, two)
    const [idle, ...users] = await createUsers(primary, 5)
    const total = async () => {
      const all = await Promise.all(
        services.flatMap((service) => [one, two].map((cluster) => metricsOf(service, cluster))),
      )
      const sum = (of: 'answered' | 'behind' | 'failed') =>
        all.reduce((count, metrics) => count + metrics[of], 0)
      return { answered: sum('answered'), behind: sum('behind'), failed: sum('failed') }
    }
    let isOver = false
    let rounds = 0
    const disturb = async () => {
      while (!isOver || rounds === 0) {
        rounds += 1
        await pauseReplay(one)
        await two.stop('immediate')
        await delay(500)
        await two.start()
        await delay(1200)
        await resumeReplay(one)
        await delay(500)
      }
    }
    const steady = readSteadily(services, idle!, () => isOver)
    const [outcome] = await Promise.all([
      readOwnWrites(services, users, READS).finally(() => {
        isOver = true
      }),
      disturb(),
    ])
    const { succeeded, failed } = await steady
    const counts = { ...(await total()), rounds, writes: outcome.writes, others: succeeded }
    console.log(`Own writes: ${JSON.stringify(counts)}`)
    expect(failed).toEqual([])
    expect(outcome).toMatchObject({ failedWrites: 0, failed: [], stale: [] })
    expect(outcome.reads).toBeGreaterThanOrEqual(READS)
    expect(counts.answered).toBeGreaterThan(0)
    await areInUse(one, two)
  }, 3_600_000)

  it('has the metrics of replicas on the Grafana board and in docs/operating.md', async () => {
    const text = await scrape(replicated.services[0]!)
    const names = new Set(text.match(/^fis_replica_\w+/gm))
    expect(names.size).toBe(3)
    const namesIn = (file: string, pattern: RegExp) =>
      new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name))
    const board = 'deploy/grafana/field-inspection-service.json'
    expect(namesIn(board, /(fis_replica_\w+)/g)).toEqual(names)
    const rules = 'deploy/prometheus/field-inspection-service.yaml'
    expect([...names]).toEqual(expect.arrayContaining([...namesIn(rules, /(fis_replica_\w+)/g)]))
    expect(namesIn('docs/operating.md', /^\| `(fis_replica_\w+)`/gm)).toEqual(names)
    expect(text).toMatch(/^fis_replica_reads_total\{replica="127[^"]*",result="answered"\} \d+$/m)
  })

  // The last test: afterwards the primary is another server.
  it('finds the promoted replica, and loses no acknowledged write', async () => {
    const { primary, one, two, services } = replicated
    const [user] = await createUsers(primary, 1)
    await sql(
      primary,
      `alter system set synchronous_standby_names = 'FIRST 1 (one, two)'`,
      `alter system set synchronous_commit = remote_apply`,
      'select pg_reload_conf()',
    )
    const acknowledged: string[] = []
    const lastSuccess = [0, 0]
    let running = true
    const write = async (index: number) => {
      while (running) {
        const id = await createClient(services[index]!, user!, 'Failover')
        if (!id) continue
        acknowledged.push(id)
        lastSuccess[index] = performance.now()
      }
    }
    const writers = [0, 1, 0, 1].map(write)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    await primary.stop('immediate')
    const promotedAt = performance.now()
    await one.promote()
    await expect.poll(() => Math.min(...lastSuccess) > promotedAt).toBe(true)
    await areInUse(two)
    running = false
    await Promise.all(writers)
    const rows = (await sql(one, 'select uuid from client')) as { uuid: string }[]
    const stored = new Set(rows.map(({ uuid }) => uuid))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    const { data } = await ask(services[0]!.address, '{ clients { totalCount } }', {}, user!.token)
    expect(data.clients.totalCount).toBeGreaterThanOrEqual(acknowledged.length)
    await expect.poll(async () => (await metricsOf(services[0]!, one)).state).toBe('primary')
    await expect.poll(() => alertsOf(services[0]!)).toEqual(['ReplicaLeftOut'])
    console.log(`Failover: ${acknowledged.length} acknowledged writes, 0 lost`)
  })
})
