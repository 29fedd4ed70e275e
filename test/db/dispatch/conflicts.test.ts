import { describe, expect, it } from 'vitest'
import type { Checklist } from '../../../src/db/generated/prisma/client.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()

let last = 0
/** A sequence counts the runs of a statement also if its transaction is rolled back. */
async function newCounter() {
  const name = `runs_${process.pid}_${(last += 1)}`
  await db.write({ text: `create sequence ${name}` })
  const runs = async () => {
    const text = `select case when is_called then last_value else 0 end::int as runs from ${name}`
    return (await db.write<{ runs: number }>({ text })).rows[0]?.runs
  }
  return { name, runs }
}

/** The name of a function that raises this SQLSTATE in its first runs, as a conflict with another transaction does. */
async function newConflict(sqlState: string, times: number) {
  const { name, runs } = await newCounter()
  await db.write({
    text: `create function ${name}_f() returns integer language plpgsql as $$
      declare run integer := nextval('${name}');
      begin
        if run <= ${times} then raise sqlstate '${sqlState}'; end if;
        return run;
      end $$`,
  })
  return { call: `${name}_f()`, runs }
}

/** The ways in which a statement is sent that writes, and in which the service repeats it. */
const writes = {
  write: (call: string) => db.write({ text: `select ${call} as run` }),
  inCompany: (call: string) => db.inCompany(-1, { text: `select ${call} as run` }),
  'transaction with Prisma': (call: string) =>
    db.transaction(({ prisma }) => prisma.$queryRawUnsafe(`select ${call} as run`)),
  transaction: (call: string) =>
    db.transaction((tx) => tx.write({ text: `select ${call} as run` })),
}

describe.each(Object.entries(writes))('a write by %s', (_, write) => {
  it.each(['40P01', '40001'])('that fails with %s runs once more', async (sqlState) => {
    const { call, runs } = await newConflict(sqlState, 1)
    await write(call)
    expect(await runs()).toBe(2)
  })

  it('that fails a second time is rejected', async () => {
    const { call, runs } = await newConflict('40P01', 2)
    await expect(write(call)).rejects.toThrow()
    expect(await runs()).toBe(2)
  })

  it('that fails with another error runs only once', async () => {
    const { call, runs } = await newConflict('22023', 1)
    await expect(write(call)).rejects.toThrow()
    expect(await runs()).toBe(1)
  })
})

it.each(['40P01', '40001'])(
  'statements that share a transaction run by themselves after it has failed with %s',
  async (sqlState) => {
    const { call, runs } = await newConflict(sqlState, 1)
    // The first one runs by itself while the others are queued.
    const texts = ['select 0 as run', 'select 7 as run', `select ${call} as run`, 'select 8 as run']
    const results = await Promise.all(texts.map((text) => db.inCompany(-1, { text })))
    expect(results.map(({ rows }) => rows)).toEqual([0, 7, 2, 8].map((run) => [{ run }]))
    expect(await runs()).toBe(2)
  },
)

it('a transaction that fails with P2034 runs once more, and only once', async () => {
  let runs = 0
  const failing = (times: number) =>
    db.transaction(async () => {
      runs += 1
      if (runs <= times) throw Object.assign(new Error('conflict'), { code: 'P2034' })
      return runs
    })
  expect(await failing(1)).toBe(2)
  runs = 0
  await expect(failing(2)).rejects.toThrow('conflict')
  expect(runs).toBe(2)
})

it.each([false, true])('a read is not repeated (quick: %s)', async (quick) => {
  const { call, runs } = await newConflict('40001', 1)
  await expect(db.read({ text: `select ${call}` }, { quick })).rejects.toMatchObject({
    code: '40001',
  })
  expect(await runs()).toBe(1)
})

/** On a distributed database, the server of the company finds the first deadlock, and Citus the second one. */
const owners = {
  'one company': async () => {
    const { companyId } = await newCompany(db)
    return [companyId, companyId]
  },
  'two companies': async () => [(await newCompany(db)).companyId, (await newCompany(db)).companyId],
}

// The embedded database has one connection: its transactions never wait for each other.
it.skipIf(db.embedded).each(Object.entries(owners))(
  'two transactions that lock records of %s crosswise both succeed',
  async (_, newOwners) => {
    const records: Pick<Checklist, 'id' | 'companyId'>[] = []
    for (const companyId of await newOwners())
      records.push(
        await db.prisma.checklist.create({
          data: { companyId, uuid: crypto.randomUUID(), name: 'Of' },
        }),
      )
    let runs = 0
    let locked = 0
    const change = (order: typeof records) =>
      db.transaction(async ({ prisma }) => {
        runs += 1
        for (const [at, { companyId, id }] of order.entries()) {
          if (at === 1) await expect.poll(() => locked, { timeout: 100_000 }).toBeGreaterThan(1)
          const data = { version: { increment: 1 } }
          await prisma.checklist.update({ where: { companyId_id: { companyId, id } }, data })
          if (at === 0) locked += 1
        }
      })
    await Promise.all([change(records), change(records.toReversed())])
    // If both notice the deadlock at the same time, PostgreSQL rolls both back.
    expect([3, 4]).toContain(runs)
    for (const { companyId, id } of records) {
      const where = { companyId_id: { companyId, id } }
      expect((await db.prisma.checklist.findUnique({ where }))?.version).toBe(3)
    }
  },
)
