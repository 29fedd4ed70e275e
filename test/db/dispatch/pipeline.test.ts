import { expect, it, onTestFinished } from 'vitest'
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

const executeAll = () => Promise.all(numbers.map(execute))

it('returns to each caller its own result, in a transaction each', async () => {
  const executions = await executeAll()
  expect(executions.map(({ number }) => number)).toEqual(numbers)
  expect(new Set(executions.map(({ transaction }) => transaction)).size).toBe(numbers.length)
})

it.skipIf(process.env['DATABASE_DIRECT_URL'])('uses two connections', async () => {
  // On a busy machine a connection may open so slowly that a third one is used: 100 ms.
  await expect
    .poll(async () => new Set((await executeAll()).map(({ backend }) => backend)).size)
    .toBe(db.embedded ? 1 : 2)
})

it('rejects a failed statement without the others, and keeps the connection', async () => {
  const closed: unknown[] = []
  const note = (error: unknown) => {
    if (error) closed.push(error)
  }
  db.pool.on('release', note)
  onTestFinished(() => void db.pool.off('release', note))
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
  await executeAll()
  expect(closed).toEqual([])
})
