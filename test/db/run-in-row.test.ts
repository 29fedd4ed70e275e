import { expect, it } from 'vitest'
import { runInRow } from '../../src/db/run-in-row.js'
import { testDatabase } from '../support/database.js'

const { pool, embedded } = testDatabase()

const count = Array.from({ length: 100 }, (_, index) => index)
const statement = (number: number) => ({
  name: 'run-in-row',
  text: 'select $1::int as number, pg_backend_pid() as backend, pg_current_xact_id()::text as transaction',
  values: [number],
})
interface Told {
  number: number
  backend: number
  transaction: string
}
const tell = async (number: number) => (await runInRow(pool, statement(number))).rows[0] as Told

it('answers each what he asked for, from two connections, in transactions of their own', async () => {
  const told = await Promise.all(count.map(tell))
  expect(told.map(({ number }) => number)).toEqual(count)
  expect(new Set(told.map(({ backend }) => backend)).size).toBe(embedded ? 1 : 2)
  expect(new Set(told.map(({ transaction }) => transaction)).size).toBe(count.length)
})

it('refuses one without the others, and keeps the connection', async () => {
  const before = await Promise.all(count.map(tell))
  const divide = (number: number) => ({ text: 'select 10 / $1::int as result', values: [number] })
  const outcomes = await Promise.allSettled(
    [5, 0, 2, 0, 1].map((number) => runInRow(pool, divide(number))),
  )
  expect(
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.rows : String(outcome.reason),
    ),
  ).toEqual([
    [{ result: 2 }],
    'error: division by zero',
    [{ result: 5 }],
    'error: division by zero',
    [{ result: 10 }],
  ])
  const backends = new Set(before.map(({ backend }) => backend))
  const after = await Promise.all(count.map(tell))
  expect(after.every(({ backend }) => backends.has(backend))).toBe(true)
})
