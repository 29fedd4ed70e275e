import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrateSource } from '../../src/db/connect.js'
import { readModel } from '../../src/db/generated/read-model.js'
import { serverSource } from '../../src/db/source.js'
import { hashPassword } from '../../src/domain/credential/password.js'
import { signIn } from '../../src/domain/credential/sign-in.js'
import { createDomain, transaction } from '../../src/domain/domain.js'
import { newClient, newCompany, newUser, PASSWORD, type TestCompany } from '../support/builders.js'
import { restrictedDatabase, testDatabase } from '../support/database.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession, noThrottle } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'

/** Row-level security does not apply to the embedded database: its only user is a superuser. */
const server = process.env['DATABASE_URL']

it('is on, with one policy, for each table with a company', async () => {
  const { rows } = await testDatabase().pool.query<{
    name: string
    on: boolean
    policies: string
  }>(`
    select c.relname as name, c.relrowsecurity as on, count(p.polname) as policies
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    left join pg_policy p on p.polrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (a.attname = 'company_id' and not a.attisdropped or c.relname = 'company' and a.attname = 'id')
    group by 1, 2 order by 1`)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ on, policies }) => !on || policies !== '1')).toEqual([])
  const names = rows.map(({ name }) => name)
  const tenants = Object.values(readModel).filter(({ tenant }) => tenant)
  for (const { table } of tenants) expect(names).toContain(table)
})

describe.runIf(server)('a role that does not own the tables', () => {
  let ours: PopulatedCompany
  let theirs: PopulatedCompany
  let tables: string[]
  beforeAll(async () => {
    ours = await newPopulatedCompany({ full: true })
    theirs = await newPopulatedCompany({ full: true })
    await newSession(theirs.admin)
    const { rows } = await testDatabase().pool.query<{ name: string }>(
      "select relname as name from pg_class where relrowsecurity and relkind = 'r' order by 1",
    )
    tables = rows.map(({ name }) => name)
  })

  const keyOf = (table: string) => (table === 'company' ? 'id' : 'company_id')

  /** Sends SQL as the restricted role, with our company as the setting, in a transaction that is rolled back. */
  async function asOurs(text: string, values: unknown[] = [], company = String(ours.companyId)) {
    const client = await restrictedDatabase().pool.connect()
    try {
      await client.query('begin')
      await client.query(`set local app.company_id = '${company}'`)
      return await client.query<Record<string, unknown>>(text, values)
    } finally {
      await client.query('rollback')
      client.release(true)
    }
  }

  it('sees all rows of the company of the setting, and none of another one', async () => {
    for (const table of tables) {
      // The mail of a password reset has no company.
      const counted = `select count(*)::int as n from ${table} where ${keyOf(table)} is not null`
      const mine = `${counted} and ${keyOf(table)} = $1`
      const { rows } = await testDatabase().pool.query(mine, [ours.companyId])
      expect((await asOurs(counted)).rows, table).toEqual(rows)
      expect((await asOurs(mine, [theirs.companyId])).rows, table).toEqual([{ n: 0 }])
      expect((await asOurs(counted, [], '')).rows, `${table} without a setting`).toEqual([{ n: 0 }])
    }
    expect((await asOurs('select count(*)::int as n from asset')).rows).toEqual([{ n: 1 }])
  })

  it('changes and removes no row of another company, and adds none', async () => {
    for (const table of tables.filter((name) => !/^(audit|state)_/.test(name))) {
      const key = keyOf(table)
      const update = `update ${table} set ${key} = ${key} where ${key} = $1`
      expect((await asOurs(update, [theirs.companyId])).rowCount, table).toBe(0)
      expect((await asOurs(update, [ours.companyId])).rowCount, table).toBeGreaterThanOrEqual(0)
      if (table === 'company') continue
      const removal = await asOurs(`delete from ${table} where company_id = $1`, [theirs.companyId])
      expect(removal.rowCount, table).toBe(0)
    }
    const move = asOurs('update client set company_id = $1', [theirs.companyId])
    await expect(move).rejects.toThrow('row-level security')
    const site = asOurs(
      `insert into client (uuid, company_id, user_id, legal_name) values ($1, $2, $3, 'Theirs')`,
      [randomUUID(), theirs.companyId, theirs.users.admin.id],
    )
    await expect(site).rejects.toThrow('row-level security')
  })

  it('writes nothing that all companies share, except counters of sign-in attempts', async () => {
    const audit = [
      'update audit_entry set operation = null',
      'delete from audit_entry',
      'update audit_offset set value = 0',
      'delete from audit_deletion',
      'update state_change set number = 0',
      'delete from state_recheck',
    ]
    const shared = [...audit, 'delete from risk', 'delete from oauth_client', 'delete from company']
    for (const text of [
      ...shared,
      'create table mine ()',
      'alter table asset disable row level security',
    ])
      await expect(asOurs(text), text).rejects.toThrow(/permission denied|must be owner/)
    expect((await asOurs('delete from login_attempt where false')).rowCount).toBe(0)
  })

  it('signs in to the right one of several companies with the same email', async () => {
    const email = `${randomUUID()}@example.com`
    const first = await newUser(ours, { email })
    await newUser(theirs, { email, passwordHash: await hashPassword('another') })
    const db = restrictedDatabase()
    const input = {
      username: email,
      password: PASSWORD,
      audience: 'graphql',
      address: '::1',
    } as const
    const { viewer } = await signIn({ db, throttle: noThrottle, maxSessionsPerUser: 50 }, input)
    expect(viewer).toMatchObject({ companyId: ours.companyId, userId: first.id })
  })

  it('reads the rows of each company when statements of many of them share a few connections', async () => {
    const companies: TestCompany[] = []
    for (let index = 0; index < 12; index += 1) {
      const company = await newCompany(testDatabase())
      await newClient(company)
      companies.push(company)
    }
    const db = restrictedDatabase()
    const text = 'select company_id as id from client'
    const calls = Array.from({ length: 600 }, (_, index) => index).map(async (index) => {
      const { companyId, admin } = companies[(index * 7) % companies.length] ?? ours
      const own = createDomain(db, admin.viewer)
      const send = [
        async () => (await own.db.write({ text })).rows,
        async () => (await own.db.read({ text }, { quick: true })).rows,
        async () => (await own.db.inCompany(companyId, { text })).rows,
        async () => (await own.db.read({ text })).rows,
        async () =>
          transaction(own, ({ prisma }) => prisma.client.findMany({ select: { companyId: true } })),
        async () => transaction(own, async ({ db: tx }) => (await tx.read({ text })).rows),
        async () => await transaction(own, ({ prisma }) => prisma.$queryRawUnsafe<object[]>(text)),
        async () => (await db.write({ text })).rows,
      ][index % 8]
      const rows = (await send?.()) as Record<string, number>[]
      expect(rows.map((row) => Object.values(row)[0])).toEqual(index % 8 === 7 ? [] : [companyId])
    })
    await Promise.all(calls)
  })

  it('keeps companies apart after transactions that were rolled back', async () => {
    const db = restrictedDatabase()
    const [mine, others] = [
      createDomain(db, ours.admin.viewer),
      createDomain(db, theirs.admin.viewer),
    ]
    for (let time = 0; time < 20; time += 1) {
      const failing = transaction(mine, async ({ prisma }) => {
        await prisma.client.updateMany({ data: { legalName: 'Changed' } })
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      const refused = [1, 2].map(() =>
        mine.db.inCompany(ours.companyId, { text: 'select 1 / 0 from client' }),
      )
      for (const each of refused) await expect(each).rejects.toThrow('division by zero')
      const rows = await Promise.all(
        [mine, others].map((domain) =>
          transaction(domain, ({ prisma }) =>
            prisma.client.findMany({ select: { companyId: true } }),
          ),
        ),
      )
      expect(rows).toEqual([[{ companyId: ours.companyId }], [{ companyId: theirs.companyId }]])
    }
  })
})

it.runIf(server)('does not start for such a role while a migration is pending', async () => {
  const database = await createServerDatabase(server ?? '')
  onTestFinished(database.close)
  const restricted = serverSource(database.restrictedUrl)
  expect(await migrateSource(restricted, 5000, silentLog)).toEqual({
    isRestricted: true,
    isSharded: false,
  })
  const owner = new pg.Client(database.connection)
  await owner.connect()
  await owner.query("delete from _prisma_migrations where migration_name = '0001_init'")
  await owner.end()
  const start = migrateSource(restricted, 5000, silentLog)
  await expect(start).rejects.toThrow(/lacks the migrations 0001_init.*MIGRATION_DATABASE_URL/)
})
