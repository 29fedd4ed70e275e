import type { QueryConfig } from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { commitTogether } from '../../../src/db/dispatch/group-commit.js'
import type { ServicePool } from '../../../src/db/dispatch/service-pool.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'

const { pool, prisma } = testDatabase()
let companyId: number

beforeEach(async () => {
  companyId = (await newCompany(testDatabase())).companyId
})

/** Raises the company's counter, and returns its new value. */
const raise = () => ({
  name: 'transaction-raise',
  text: 'update company set job_number = job_number + 1 where id = $1 returning job_number as number',
  values: [companyId] as unknown[],
})
const counter = async () =>
  (await prisma.company.findUniqueOrThrow({ where: { id: companyId } })).jobNumber

const commit = (statements: readonly QueryConfig[]) =>
  commitTogether(
    pool as ServicePool,
    statements.map((statement) => ({ statement, company: '', actor: '', isSharded: false })),
    companyId,
  )

const run = async (statements: readonly QueryConfig[]) =>
  (await commit(statements))?.map((outcome) =>
    outcome.status === 'fulfilled' ? (outcome.value.rows[0] as unknown) : 'refused',
  ) ?? []

it('executes statements in order, in one transaction', async () => {
  const numbers = await run([raise(), raise(), raise()])
  expect(numbers).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
  const current = { text: 'select pg_current_xact_id()::text as transaction', values: [] }
  const [one, other] = await run([current, current])
  expect(one).toEqual(other)
})

it('sends all statements before the first result', async () => {
  const client = await pool.connect()
  const send = client.query.bind(client) as (statement: QueryConfig | string) => Promise<unknown>
  const events: string[] = []
  client.query = ((statement: QueryConfig | string) => {
    events.push('sent')
    const result = send(statement)
    const settled = () => events.push('settled')
    result.then(settled, settled)
    return result
  }) as typeof client.query
  client.release()
  await run([raise(), raise()])
  Reflect.deleteProperty(client, 'query')
  expect(events).toEqual([...Array<string>(4).fill('sent'), ...Array<string>(4).fill('settled')])
})

it('rolls back if a statement is refused, and keeps the connection', async () => {
  const refused = { name: 'transaction-refused', text: 'select 1 / $1::int', values: [0] }
  for (let round = 0; round < 3; round += 1) {
    expect(await commit([raise(), refused, raise()])).toBeUndefined()
  }
  expect(await counter()).toBe(0)
  expect(await run([raise()])).toEqual([{ number: 1 }])
})

it('rolls back if a statement cannot be prepared, and prepares the others later', async () => {
  const mistaken = { name: 'transaction-mistaken', text: 'select nothing_like_it', values: [] }
  const unprepared = { ...raise(), name: 'transaction-new' }
  expect(await commit([mistaken, mistaken, unprepared])).toBeUndefined()
  expect(await counter()).toBe(0)
  expect(await run([unprepared])).toEqual([{ number: 1 }])
})

it('commits the others if a statement cannot be sent', async () => {
  const circular: Record<string, unknown> = {}
  circular['itself'] = circular
  const unsendable = {
    name: 'transaction-unsendable',
    text: 'select $1::jsonb as json',
    values: [circular],
  }
  expect(await run([raise(), unsendable, raise()])).toEqual([
    { number: 1 },
    'refused',
    { number: 2 },
  ])
  expect(await counter()).toBe(2)
  expect(await run([{ ...unsendable, values: ['{}'] }])).toEqual([{ json: {} }])
})

it('waits until the limits for writes allow it', async () => {
  const { writes } = pool as ServicePool
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  for (let company = -1; writes.queued === 0; company -= 1)
    void writes.add({ caller: { companyId: company }, run: () => held })
  const committed = run([raise(), raise()])
  expect(writes.queued).toBe(2)
  release()
  expect(await committed).toEqual([{ number: 1 }, { number: 2 }])
})
