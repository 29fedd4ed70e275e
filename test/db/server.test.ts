import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { type Database, openDatabase } from '../../src/db/connect.js'
import { commitTogether } from '../../src/db/dispatch/group-commit.js'
import type { ServicePool } from '../../src/db/dispatch/service-pool.js'
import { isDatabaseUnavailable } from '../../src/db/unavailable.js'
import { openProxy } from '../support/breakable-proxy.js'
import { startProcess } from '../support/child-process.js'
import { directUrl } from '../support/direct-url.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'

const server = process.env['DATABASE_URL'] ?? ''
const LOCK = 'SELECT pg_advisory_lock(72707369)'
const SLEEP = 'SELECT pg_sleep(20)::text'

if (!server) console.log('Skipped: set DATABASE_URL to test against a PostgreSQL server.')

describe.skipIf(!server)('with a PostgreSQL server', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>

  beforeAll(async () => {
    empty = await createEmptyDatabase(server)
  })
  afterAll(() => empty.drop())

  async function open(url: string, settings: Record<string, string> = {}): Promise<Database> {
    const database = await openDatabase(readConfig({ DATABASE_URL: url, ...settings }), silentLog)
    onTestFinished(() => database.close())
    return database
  }

  function startInstance(settings: Record<string, string> = {}) {
    const script = 'test/db/processes/hold-database.ts'
    const child = startProcess(script, { DATABASE_URL: empty.url, ...settings })
    onTestFinished(child.destroy)
    return child
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: directUrl(empty.url) })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  const sleepWithPrisma = (database: Database) =>
    database.transaction(({ prisma }) => prisma.$queryRawUnsafe(SLEEP))

  const faultOf = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(
      () => 'no fault',
      (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error),
    )

  /** The results of all ways to send a statement: whether the database is unavailable. */
  const faultsOf = (database: Database) =>
    Promise.all([
      faultOf(database.write({ text: 'SELECT 1' })),
      faultOf(database.read({ text: 'SELECT 1' })),
      faultOf(database.read({ text: 'SELECT 1' }, { quick: true })),
      faultOf(database.transaction(({ prisma }) => prisma.company.count())),
    ])

  const unavailable = Array(4).fill('unavailable')
  const fine = Array(4).fill('no fault')

  test('three processes that start at the same time migrate it once', async () => {
    const instances = [startInstance(), startInstance(), startInstance()]
    await Promise.all(instances.map((instance) => instance.printed('open')))
    const client = await connect()
    const { rows } = await client.query<{ times: number }>(
      'SELECT count(*)::int AS times FROM _prisma_migrations GROUP BY migration_name',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.times === 1)).toBe(true)
  })

  test('a process waits without a timeout for another one that migrates, and logs it', async () => {
    const client = await connect()
    await client.query(LOCK)
    const instance = startInstance({ DATABASE_STATEMENT_TIMEOUT_MS: '100' })
    await instance.printed('Waiting for another process to migrate the database …')
    expect(instance.output()).not.toContain('open')
    await client.query('SELECT pg_advisory_unlock_all()')
    await instance.printed('open')
  })

  test('the time zone is UTC, and other options of the URL are kept', async () => {
    const url = new URL(directUrl(empty.url))
    url.searchParams.set('options', '-c work_mem=8MB')
    const { pool } = await open(url.href)
    const { rows } = await pool.query(
      `SELECT current_setting('TimeZone') AS zone, current_setting('work_mem') AS memory`,
    )
    expect(rows).toEqual([{ zone: 'UTC', memory: '8MB' }])
  })

  test('a statement that exceeds the timeout is cancelled, and its connection is kept', async () => {
    const database = await open(directUrl(empty.url), {
      DATABASE_STATEMENT_TIMEOUT_MS: '200',
      DATABASE_POOL_SIZE: '1',
    })
    const backend = async () =>
      (await database.pool.query('SELECT pg_backend_pid()')).rows as unknown
    const before = await backend()
    expect(await faultOf(database.pool.query(SLEEP))).toBe('unavailable')
    expect(await faultOf(sleepWithPrisma(database))).toBe('unavailable')
    expect(await backend()).toEqual(before)
  })

  test('after the server has closed all connections, new queries work', async () => {
    const database = await open(empty.url)
    await Promise.all([1, 2, 3].map(() => database.pool.query('SELECT pg_sleep(0.05)')))
    const busy = [
      faultOf(database.pool.query(SLEEP)),
      faultOf(database.write({ text: SLEEP })),
      faultOf(sleepWithPrisma(database)),
    ]
    const client = await connect()
    const sleeping = async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
      return rowCount
    }
    await expect.poll(sleeping).toBe(3)
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    expect(await Promise.all(busy)).toEqual(['unavailable', 'unavailable', 'unavailable'])
    expect(await faultsOf(database)).toEqual(fine)
  })

  test('while the server is down, queries fail immediately; after that they work again', async () => {
    const proxy = await openProxy(empty.url)
    const database = await open(proxy.url)
    expect(await faultsOf(database)).toEqual(fine)
    const busy = faultOf(database.pool.query(SLEEP))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await proxy.cut()
    expect(await busy).toBe('unavailable')
    expect(await faultsOf(database)).toEqual(unavailable)
    await proxy.restore()
    expect(await faultsOf(database)).toEqual(fine)
  })

  test('a transaction whose connection breaks is rejected and commits nothing', async () => {
    const proxy = await openProxy(empty.url)
    const database = await open(proxy.url)
    const transaction = database.transaction(async ({ prisma }) => {
      await prisma.company.count()
      await proxy.cut()
    })
    expect(await faultOf(transaction)).toBe('unavailable')
    await proxy.restore()
    expect(await faultsOf(database)).toEqual(fine)
  })

  const note = { text: "INSERT INTO company (uuid, name) VALUES (gen_random_uuid(), 'noted')" }
  const notes = (database: Database) =>
    database.transaction(({ prisma }) => prisma.company.count({ where: { name: 'noted' } }))
  /** Sends statements as one group. */
  const commit = ({ pool }: Database, ...statements: { readonly text: string }[]) =>
    commitTogether(
      pool as ServicePool,
      statements.map((statement) => ({ statement, company: '', actor: '', isSharded: false })),
      1,
    )
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  test('a pipelined transaction whose connection breaks is rejected and commits nothing', async () => {
    const proxy = await openProxy(empty.url)
    const database = await open(proxy.url)
    const sleep = { text: 'SELECT pg_sleep(1)' }
    const transaction = faultOf(commit(database, note, sleep, note))
    await later(100)
    await proxy.cut()
    expect(await transaction).toBe('unavailable')
    await later(1500)
    await proxy.restore()
    expect([0, 2]).toContain(await notes(database))
    await database.write({ text: `delete from company where name = 'noted'` })
  })

  test('a pipelined transaction that exceeds the timeout is rejected and rolled back', async () => {
    const database = await open(directUrl(empty.url), { DATABASE_STATEMENT_TIMEOUT_MS: '100' })
    const transaction = commit(database, note, { text: SLEEP })
    expect(await faultOf(transaction)).toBe('unavailable')
    expect(await notes(database)).toBe(0)
    expect(await faultsOf(database)).toEqual(fine)
  })

  test('pipelined statements whose connection breaks are rejected, and the next ones work', async () => {
    const proxy = await openProxy(empty.url)
    const database = await open(proxy.url)
    const pipeline = (texts: string[]) =>
      texts.map((text) => faultOf(database.read({ text }, { quick: true })))
    const soon = pipeline(['SELECT pg_sleep(0.05)', 'SELECT pg_sleep(0.05)'])
    const cut = pipeline([SLEEP])
    expect(await Promise.all(soon)).toEqual(['no fault', 'no fault'])
    await later(200)
    await proxy.cut()
    expect(await Promise.all(cut)).toEqual(['unavailable'])
    await proxy.restore()
    // The pool detects the broken idle connection a moment later.
    await expect
      .poll(() => Promise.all(pipeline(['SELECT 1', 'SELECT 2'])))
      .toEqual(['no fault', 'no fault'])
  })

  test('quick reads use at most half of the connections', async () => {
    const database = await open(empty.url, { DATABASE_POOL_SIZE: '5' })
    const work = async () => {
      const { rows } = await database.read<{ from: number; to: number }>({
        text: `SELECT extract(epoch FROM statement_timestamp())::float AS from,
                      extract(epoch FROM clock_timestamp())::float AS to
                 FROM pg_sleep(0.01)`,
      })
      return rows
    }
    const many = async () => (await Promise.all(Array.from({ length: 30 }, work))).flat()
    await many()
    const times = await many()
    const running = ({ from: moment }: { from: number }) =>
      times.filter(({ from, to }) => from <= moment && moment < to).length
    expect(Math.max(...times.map(running))).toBe(3)
  })

  test.each([{ quick: true }, { quick: false }])(
    'a quick statement overtakes slow ones: %o',
    async (way) => {
      const database = await open(empty.url, { DATABASE_POOL_SIZE: '4' })
      await database.read({ text: 'SELECT 1' }, way)
      const slow = [1, 2].map(() => database.read({ text: 'SELECT pg_sleep(3)' }, way))
      const quick = database.read({ text: 'SELECT 1' }, way)
      const named = [quick.then(() => 'quick'), ...slow.map((each) => each.then(() => 'slow'))]
      expect(await Promise.race(named)).toBe('quick')
      await Promise.all(slow)
    },
  )

  test('a connection that hangs is replaced by another one', async () => {
    const proxy = await openProxy(empty.url)
    const database = await open(proxy.url, {
      DATABASE_POOL_SIZE: '1',
      DATABASE_STATEMENT_TIMEOUT_MS: '100',
    })
    await database.pool.query('SELECT 1')
    proxy.hang()
    const transaction = database.transaction(({ prisma }) => prisma.company.count())
    expect(await faultOf(transaction)).toBe('unavailable')
    expect(await faultsOf(database)).toEqual(fine)
  })

  test('a query that waits too long for a connection is rejected', async () => {
    const database = await open(empty.url, {
      DATABASE_POOL_SIZE: '1',
      DATABASE_QUEUE_TIMEOUT_MS: '200',
    })
    const client = await database.pool.connect()
    expect(await faultsOf(database)).toEqual(unavailable)
    client.release()
    expect(await faultsOf(database)).toEqual(fine)
  })
})

test('an unreachable server is reported immediately', async () => {
  const config = readConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' })
  const refused = await openDatabase(config, silentLog).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refused)).toBe(true)
})
