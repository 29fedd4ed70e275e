import { beforeAll, expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()

// The first statement waits until the database has started; those of the tests must not be queued for as long.
beforeAll(() => db.read({ text: 'select 1' }))

interface Execution {
  readonly transaction: string
  readonly number: number
}

const execute = async (companyId: number, number: number) => {
  const { rows } = await db.inCompany<Execution>(companyId, {
    text: 'select pg_current_xact_id()::text as transaction, $1::int as number',
    values: [number],
  })
  return rows[0] as Execution
}

it('commits queued statements in transactions of at most ten, and returns to each caller its own result', async () => {
  const numbers = Array.from({ length: 25 }, (_, number) => number)
  const executions = await Promise.all(numbers.map((number) => execute(-1, number)))
  expect(executions.map(({ number }) => number)).toEqual(numbers)
  const sizes = new Map<string, number>()
  for (const { transaction } of executions) {
    sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1)
  }
  expect([...sizes.values()]).toEqual([1, 10, 10, 4])
})

it('uses a transaction for each company, and another one after a pause', async () => {
  const [one, other] = await Promise.all([execute(-1, 1), execute(-2, 2)])
  expect(one.transaction).not.toBe(other.transaction)
  expect((await execute(-1, 3)).number).toBe(3)
})

it('executes the others, and each only once, if one is refused', async () => {
  const { companyId } = await newCompany(db)
  const raise = {
    text: 'update company set job_number = job_number + 1 where id = $1',
    values: [companyId],
  }
  const refused = { text: 'select 1 / $1::int', values: [0] }
  const statements = [raise, raise, refused, raise, raise]
  const outcomes = await Promise.allSettled(
    statements.map((statement) => db.inCompany(companyId, statement)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  const { jobNumber } = await db.prisma.company.findUniqueOrThrow({ where: { id: companyId } })
  expect(jobNumber).toBe(4)
})
