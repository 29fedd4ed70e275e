import { expect, it } from 'vitest'
import { violatedUniqueConstraint } from '../../../src/domain/record/unique-constraint.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'

const db = testDatabase()

const INSERT = 'insert into checklist (company_id, uuid, name) values ($1, $2, $3)'

/** The error of each way in which the service writes. */
const writes: Record<string, (companyId: number, uuid: string) => Promise<unknown>> = {
  'a statement': (companyId, uuid) => db.pool.query(INSERT, [companyId, uuid, 'Pump']),
  'a raw statement of Prisma': (companyId, uuid) =>
    db.prisma
      .$executeRaw`insert into checklist (company_id, uuid, name) values (${companyId}, ${uuid}::uuid, 'Pump')`,
  Prisma: (companyId, uuid) =>
    db.prisma.checklist.create({ data: { companyId, uuid, name: 'Pump' } }),
}

it.each(Object.keys(writes))('finds the constraint that %s violates', async (name) => {
  const { companyId } = await newCompany(db)
  const uuid = crypto.randomUUID()
  await db.pool.query(INSERT, [companyId, uuid, 'Pump'])
  const error: unknown = await writes[name]!(companyId, uuid).catch((reason: unknown) => reason)
  // The errors of Prisma have the columns instead.
  expect(violatedUniqueConstraint(error)).toMatch(/company_id(_|","driverAdapterError|",")uuid/)
})

const SHARD = 'duplicate key value violates unique constraint "asset_company_id_code_key_102345"'

it.each([
  [
    'of PostgreSQL',
    { code: '23505', constraint: 'asset_company_id_code_key' },
    'asset_company_id_code_key',
  ],
  ['of a shard', { code: '23505', message: SHARD }, 'asset_company_id_code_key_102345'],
  [
    'that quotes the message of another one',
    { code: '23505', message: `because ${SHARD}` },
    undefined,
  ],
  [
    'with another SQLSTATE',
    { code: '23503', constraint: 'asset_company_id_zone_id_fkey' },
    undefined,
  ],
  ['of COPY, which the service does not use', { code: 'XX000', message: SHARD }, undefined],
])('reads an error %s', (_, properties, expected) => {
  expect(violatedUniqueConstraint(Object.assign(new Error(), properties))).toBe(expected)
})

it('finds none in other values', () => {
  for (const value of [undefined, null, SHARD, { code: '23505', constraint: 'asset_pkey' }])
    expect(violatedUniqueConstraint(value)).toBeUndefined()
})
