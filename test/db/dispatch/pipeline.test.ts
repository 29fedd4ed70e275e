import { expect, it } from 'vitest'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()

const numbers = Array.from({ length: 100 }, (_, index) => index)

interface Execution {
  number: number
  backend: number
  transaction: string
}

const execute = async (number: number) => {
  const { rows } = await db.read<Execution>(
    {
      name: 'pipeline',
      text: 'select $1::int as number, pg_backend_pid() as backend, pg_current_xact_id()::text as transaction',
      values: [number],
    },
    { quick: true },
  )
  return rows[0] as Execution
}

it('returns to each caller its own result, from two connections and a transaction each', async () => {
  const executions = await Promise.all(numbers.map(execute))
  expect(executions.map(({ number }) => number)).toEqual(numbers)
  const backends = new Set(executions.map(({ backend }) => backend))
  // PgBouncer may use one connection to the server for both.
  if (!process.env['DATABASE_DIRECT_URL']) expect(backends.size).toBe(db.embedded ? 1 : 2)
  const transactions = new Set(executions.map(({ transaction }) => transaction))
  expect(transactions.size).toBe(numbers.length)
})

it('rejects a failed statement without the others, and keeps the connection', async () => {
  const before = await Promise.all(numbers.map(execute))
  const divisors = [5, 0, 2, 0, 1]
  const outcomes = await Promise.allSettled(
    divisors.map((divisor) =>
      db.read({ text: 'select 10 / $1::int as result', values: [divisor] }, { quick: true }),
    ),
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
  const after = await Promise.all(numbers.map(execute))
  // PgBouncer may take another connection to the server for each transaction.
  if (process.env['DATABASE_DIRECT_URL']) return
  expect(after.every(({ backend }) => backends.has(backend))).toBe(true)
})
