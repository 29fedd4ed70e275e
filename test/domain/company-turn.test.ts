import { beforeAll, expect, it } from 'vitest'
import { inCompanyTurn } from '../../src/domain/company-turn.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'

const { pool, prisma } = testDatabase()

// Nobody shall wait for the database to start.
beforeAll(() => pool.query('select 1'))

interface Told {
  readonly transaction: string
  readonly number: number
}
const tell = (companyId: number, number: number) =>
  inCompanyTurn<Told>(pool, companyId, {
    text: 'select pg_current_xact_id()::text as transaction, $1::int as number',
    values: [number],
  }).then(({ rows }) => rows[0] as Told)

it('lets those that waited go together, ten at most, each with an answer of its own', async () => {
  const told = await Promise.all(Array.from({ length: 25 }, (_, number) => tell(-1, number)))
  expect(told.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, at) => at))
  const sizes = new Map<string, number>()
  for (const { transaction } of told) sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1)
  expect([...sizes.values()]).toEqual([1, 10, 10, 4])
})

it('lets companies not wait for each other, and begins anew after a pause', async () => {
  const [one, other] = await Promise.all([tell(-1, 1), tell(-2, 2)])
  expect(one.transaction).not.toBe(other.transaction)
  expect((await tell(-1, 3)).number).toBe(3)
})

it('carries out the others where one is refused, and only once', async () => {
  const { companyId } = await newCompany(testDatabase())
  const raise = {
    text: 'update company set job_number = job_number + 1 where id = $1',
    values: [companyId],
  }
  const refused = { text: 'select 1 / $1::int', values: [0] }
  const statements = [raise, raise, refused, raise, raise]
  const answers = await Promise.allSettled(
    statements.map((statement) => inCompanyTurn(pool, companyId, statement)),
  )
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  const { jobNumber } = await prisma.company.findUniqueOrThrow({ where: { id: companyId } })
  expect(jobNumber).toBe(4)
})
