import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/db/connect.js'
import { ReadOnlyError } from '../../../src/db/dispatch/read-only.js'
import { isDatabaseUnavailable } from '../../../src/db/unavailable.js'
import { newClient, newCompany, type TestCompany } from '../../support/builders.js'
import { testDatabaseOfOwner } from '../../support/database.js'
import { isSharded } from '../../support/shards.js'
import { poolOf, sentBy } from '../../support/statements.js'

const db = testDatabaseOfOwner()
let company: TestCompany
let reader: Database
let count: { text: string; values: unknown[] }
let rename: { text: string; values: unknown[] }

beforeAll(async () => {
  company = await newCompany(db)
  await newClient(company, { legalName: 'Acme' })
  const { companyId } = company
  reader = db.forCaller({ companyId, isReadOnly: true })
  count = { text: 'select count(*)::int from client where company_id = $1', values: [companyId] }
  rename = { text: `update client set legal_name = 'B' where company_id = $1`, values: [companyId] }
})

const ways: Record<string, () => Promise<unknown>> = {
  read: () => reader.read(rename),
  'quick read': () => reader.read(rename, { quick: true }),
  write: () => reader.write(rename),
  inCompany: () => reader.inCompany(company.companyId, rename),
  'Prisma in a transaction': () =>
    reader.transaction(({ prisma }) =>
      prisma.client.updateMany({
        where: { companyId: company.companyId },
        data: { legalName: 'B' },
      }),
    ),
  'SQL in a transaction': () => reader.transaction((tx) => tx.write(rename)),
  'a transaction that tries to allow writes': () =>
    reader.transaction(async (tx) => {
      await tx.read(count)
      await tx.write({ text: 'set transaction read write' })
    }),
}

/** Citus sends `set transaction` to the server of the shard too, and reports its refusal as an internal error. */
const REFUSED = isSharded ? 'XX000' : '25001'

it.each(Object.keys(ways))('PostgreSQL refuses a write by %s', async (way) => {
  const error = await ways[way]?.().catch((reason: unknown) => reason)
  if (way.startsWith('a transaction that')) expect(error).toMatchObject({ code: REFUSED })
  else expect(error).toBeInstanceOf(ReadOnlyError)
  expect(isDatabaseUnavailable(error)).toBe(false)
  const names = await db.prisma.client.findMany({ where: { companyId: company.companyId } })
  expect(names.map(({ legalName }) => legalName)).toEqual(['Acme'])
})

it.each([
  ['read', () => reader.read<{ count: number }>(count)],
  ['quick read', () => reader.read<{ count: number }>(count, { quick: true })],
] as const)('a %s costs no round trip more', async (_, read) => {
  const sent = await sentBy(poolOf(db), async () => {
    expect((await read()).rows).toEqual([{ count: 1 }])
  })
  expect(sent.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^begin; (set local app\.company_id = '\d+'; )?set transaction read only$/,
    ),
    count.text,
    'commit',
  ])
  expect(sent.filter(({ beginsTrip }) => beginsTrip)).toHaveLength(1)
})

it('the connection of a refused write serves the next caller, and its writes', async () => {
  await reader.write(rename).catch(() => undefined)
  const other = db.forCaller({ companyId: company.companyId })
  const { rowCount } = await other.write({ ...rename, text: rename.text.replace("'B'", "'Acme'") })
  expect(rowCount).toBe(1)
})
