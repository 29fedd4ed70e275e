import type { QueryConfig } from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { RolledBackError, runTogether } from '../../src/db/run-together.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'

const { pool, prisma } = testDatabase()
let companyId: number

beforeEach(async () => {
  companyId = (await newCompany(testDatabase())).companyId
})

/** Raises the company's counter, and answers what it was raised to. */
const raise = () => ({
  name: 'run-together-raise',
  text: 'update company set job_number = job_number + 1 where id = $1 returning job_number as number',
  values: [companyId] as unknown[],
})
const counter = async () =>
  (await prisma.company.findUniqueOrThrow({ where: { id: companyId } })).jobNumber
const told = async (statements: Parameters<typeof runTogether>[1]) =>
  (await runTogether(pool, statements)).map((outcome) =>
    outcome.status === 'fulfilled' ? (outcome.value.rows[0] as unknown) : 'refused',
  )

it('carries out statements in their order, in one transaction', async () => {
  const numbers = await told([raise(), raise(), raise()])
  expect(numbers).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
  const where = { text: 'select pg_current_xact_id()::text as transaction', values: [] }
  const [one, other] = await told([where, where])
  expect(one).toEqual(other)
})

it('sends all before any is answered', async () => {
  const client = await pool.connect()
  const send = client.query.bind(client) as (statement: QueryConfig | string) => Promise<unknown>
  const events: string[] = []
  client.query = ((statement: QueryConfig | string) => {
    events.push('sent')
    const answer = send(statement)
    const answered = () => events.push('answered')
    answer.then(answered, answered)
    return answer
  }) as typeof client.query
  client.release()
  await told([raise(), raise()])
  Reflect.deleteProperty(client, 'query')
  expect(events).toEqual([...Array<string>(4).fill('sent'), ...Array<string>(4).fill('answered')])
})

it('carries out none where one is refused, says why, and keeps the connection', async () => {
  const refused = { name: 'run-together-refused', text: 'select 1 / $1::int', values: [0] }
  for (let round = 0; round < 3; round += 1) {
    const together = runTogether(pool, [raise(), refused, raise()])
    await expect(together).rejects.toThrow(RolledBackError)
    await expect(together).rejects.toMatchObject({ cause: { message: 'division by zero' } })
  }
  expect(await counter()).toBe(0)
  expect(await told([raise()])).toEqual([{ number: 1 }])
})

it('carries out none where one has a mistake that comes to light before the others are prepared', async () => {
  const mistaken = { name: 'run-together-mistaken', text: 'select nothing_like_it', values: [] }
  const together = runTogether(pool, [mistaken, mistaken, { ...raise(), name: 'run-together-new' }])
  await expect(together).rejects.toMatchObject({
    cause: { message: 'column "nothing_like_it" does not exist' },
  })
  expect(await counter()).toBe(0)
  expect(await told([{ ...raise(), name: 'run-together-new' }])).toEqual([{ number: 1 }])
})

it('answers what became of the others where one cannot be sent', async () => {
  const circular: Record<string, unknown> = {}
  circular['itself'] = circular
  const unsendable = { name: 'unsendable', text: 'select $1::jsonb as json', values: [circular] }
  expect(await told([raise(), unsendable, raise()])).toEqual([
    { number: 1 },
    'refused',
    { number: 2 },
  ])
  expect(await counter()).toBe(2)
  expect(await told([{ ...unsendable, values: ['{}'] }])).toEqual([{ json: {} }])
})
