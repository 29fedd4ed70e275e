import { expect, it } from 'vitest'
import { readModel } from '../../src/db/generated/read-model.js'
import { type ModelName, modelOf } from '../../src/db/read/model.js'
import { relationPath } from '../../src/db/read/models.js'
import { orderFieldsOf } from '../../src/domain/listing/listing.js'
import { loggedTables } from '../../src/domain/log-mark/logged-tables.js'
import { listings } from '../../src/domain/registry/listings.js'
import { dependencies } from '../../src/domain/removal/dependencies.js'
import { testDatabase } from '../support/database.js'
import { newPopulatedCompany } from '../support/populated-company.js'

/* Rules of a noun that neither the compiler nor another test misses. */

const db = testDatabase()

/** Tables with audit entries from which no kept answer is read: credentials, settings and files that belong to one user or to admins. */
const NOT_KEPT = [
  ...['api_key', 'calendar_link', 'password_token', 'profile', 'refresh_token', 'report'],
  ...['session', 'webhook'],
]

/** Keys that do not hinder a removal: of the users who wrote, of risks, and of what belongs to a record and stays behind with it. */
const FREE_COLUMNS =
  /\.(user_id|risk_id|inspector_id|primary_user_id|\w+_by_id|\w+_by_inspection_id) /
const FREE_TABLES = /^(barcode|company|document|inspection|profile)\./
const FREE_KEYS = ['finding.inspection_id inspection', 'finding.job_id job']

it('every table with audit entries is named by the rules of a model, or here', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_proc p on p.proname = 'audit_' || c.relname
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const known = [...loggedTables.keys(), ...NOT_KEPT]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

it('every key of a record that can be removed is a dependency, or named here', async () => {
  const { rows } = await db.pool.query<{ key: string }>(
    `select c.conrelid::regclass || '.' || a.attname || ' ' || c.confrelid::regclass as key
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and a.attname <> 'company_id'
       and exists (select 1 from pg_attribute d where d.attrelid = c.conrelid and d.attname = 'deleted_at')
       and exists (select 1 from pg_attribute d where d.attrelid = c.confrelid and d.attname = 'deleted_at')`,
  )
  const isFree = (key: string) =>
    FREE_COLUMNS.test(key) || FREE_TABLES.test(key) || FREE_KEYS.includes(key)
  const named = dependencies
    .filter(({ through }) => !through)
    .map(({ model, key, on }) => `${readModel[model].table}.${key} ${readModel[on].table}`)
  const keys = rows.map(({ key }) => key).filter((key) => !isFree(key))
  expect(keys.toSorted()).toEqual(named.toSorted())
})

it('an index finds the records that depend on a record', async () => {
  const { rows } = await db.pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = 'public'`,
  )
  const missing = dependencies
    .map(
      ({ model, key, through }) =>
        `ON public.${through?.table ?? readModel[model].table} USING btree (company_id, ${key}`,
    )
    .filter((index) => !rows.some(({ definition }) => definition.includes(index)))
  expect(missing).toEqual([])
})

it('a removal and a restoration have actions of their own in the log', async () => {
  const { rows } = await db.pool.query<{ name: string; body: string }>(
    `select c.relname as name, p.prosrc as body from pg_class c join pg_proc p on p.proname = 'audit_' || c.relname
     where c.relnamespace = 'public'::regnamespace
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'deleted_at')`,
  )
  expect(rows.length).toBeGreaterThan(10)
  const silent = rows.filter(({ body }) => !body.includes("ELSE 'removed' END"))
  // The profile is removed with its user.
  expect(silent.map(({ name }) => name)).toEqual(['profile'])
})

/** The table and the column of a field, such as `site.client.legalName`; undefined if its value is computed. */
function columnOf(model: ModelName, path: string): string | undefined {
  const [field, ...names] = path.split('.').toReversed() as [string, ...string[]]
  let owner: ModelName = model
  for (const name of names.toReversed()) owner = relationPath(owner, name)!.at(-1)!.model
  const { table, columns } = modelOf(owner)
  return columns[field] && `${table}.${columns[field]}`
}

it('lists sort texts by the collation of ICU', async () => {
  const sorted = Object.values(listings).flatMap(({ model, orders }) =>
    Object.entries(orders).flatMap(([name, order]) => {
      const { by, type } = orderFieldsOf(name, order)
      return type.startsWith('text') ? by.flatMap((path) => columnOf(model, path) ?? []) : []
    }),
  )
  const { rows } = await db.pool.query<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
       join pg_collation l on l.oid = a.attcollation
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and l.collname = 'und-x-icu'`,
  )
  const byIcu = rows.map(({ column }) => column)
  expect(sorted.length).toBeGreaterThan(10)
  // It has only A to Z and digits, which each collation sorts in the same way.
  expect(sorted.filter((column) => !byIcu.includes(column))).toEqual(['asset_type.short_code'])
})

it('each update of a record raises its updatedAt, also if the clock is behind', async () => {
  const { companyId } = await newPopulatedCompany({ full: true })
  const raised: Record<string, number> = {}
  for (const model of Object.keys(readModel) as ModelName[]) {
    const { table, tenant, columns } = modelOf(model)
    if (!tenant || !columns['updatedAt'] || !columns['uuid']) continue
    const before = await db.pool.query<{ uuid: string; at: Date }>(
      `select uuid, updated_at as at from ${table} where ${tenant} = $1 limit 1`,
      [companyId],
    )
    const { uuid, at } = before.rows[0]!
    const after = await db.pool.query<{ at: Date }>(
      `update ${table} set updated_at = '2000-01-01' where ${tenant} = $1 and uuid = $2 returning updated_at as at`,
      [companyId, uuid],
    )
    raised[model] = after.rows[0]!.at.getTime() - at.getTime()
  }
  expect(Object.keys(raised).length).toBeGreaterThan(15)
  expect(raised).toEqual(Object.fromEntries(Object.keys(raised).map((name) => [name, 1])))
})
