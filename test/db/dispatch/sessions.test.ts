import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { openPool } from '../../../src/db/dispatch/pool.js'
import { embeddedSource, type Source } from '../../../src/db/source.js'
import { isDatabaseUnavailable } from '../../../src/db/unavailable.js'
import { silentLog } from '../../support/silent-log.js'

let source: Source

beforeAll(async () => {
  source = await embeddedSource(undefined, false)
})
afterAll(() => source.close())

async function withPool<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool(source, readConfig({}), silentLog)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const prepared = { name: 'one', text: 'SELECT $1::int AS one', values: [1] }

test('a failed statement keeps its connection and its prepared statements', () =>
  withPool(async (pool) => {
    let connections = 0
    pool.on('connect', () => (connections += 1))
    for (let round = 0; round < 3; round += 1) {
      await expect(pool.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
      expect((await pool.query(prepared)).rows).toEqual([{ one: 1 }])
    }
    expect(connections).toBe(1)
  }))

test('a new connection starts with a clean session', async () => {
  await withPool(async (pool) => {
    const client = await pool.connect()
    await client.query('CREATE TABLE left_behind (id int)')
    await client.query(prepared)
    await client.query('SELECT pg_advisory_lock(1)')
    await client.query("SET TimeZone = 'Asia/Tokyo'")
    await client.query('BEGIN')
    await client.query('INSERT INTO left_behind VALUES (1)')
    client.release(true)
  })
  await withPool(async (pool) => {
    expect((await pool.query(prepared)).rows).toEqual([{ one: 1 }])
    expect((await pool.query('SELECT * FROM left_behind')).rows).toEqual([])
    expect((await pool.query('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }])
    const locks = await pool.query("SELECT * FROM pg_locks WHERE locktype = 'advisory'")
    expect(locks.rows).toEqual([])
  })
})

test('concurrent connections are served one after the other', async () => {
  const count = (pool: pg.Pool): Promise<pg.QueryResult<object>> =>
    pool.query('SELECT count(*)::int AS n FROM generate_series(1, 1000)')
  const results = await Promise.all(Array.from({ length: 5 }, () => withPool(count)))
  expect(results.map((result) => result.rows)).toEqual(Array(5).fill([{ n: 1000 }]))
})

test('concurrent queries with results of many sizes return the right results', () =>
  withPool(async (pool) => {
    const sizes = Array.from({ length: 200 }, (_, index) => (index * 7919) % 100_003)
    const answers = await Promise.all(
      sizes.map((size) => pool.query("SELECT repeat('x', $1) AS text", [size])),
    )
    expect(answers.map((answer) => (answer.rows[0] as { text: string }).text.length)).toEqual(sizes)
  }))

test('a query longer than the buffers arrives complete', () =>
  withPool(async (pool) => {
    const { rows } = await pool.query('SELECT length($1) AS length', ['x'.repeat(5_000_000)])
    expect(rows).toEqual([{ length: 5_000_000 }])
  }))

test('a statement that times out in the client closes its connection, and the next one waits for the database', async () => {
  const slow = 'SELECT count(*) FROM generate_series(1, 3000000)'
  await withPool(async (pool) => {
    const given = await pool
      .query({ text: slow, query_timeout: 200 } as pg.QueryConfig)
      .catch((e: unknown) => e)
    expect(given).toHaveProperty('message', 'Query read timeout')
    expect(isDatabaseUnavailable(given)).toBe(true)
    expect((await pool.query(prepared)).rows).toEqual([{ one: 1 }])
  })
})
