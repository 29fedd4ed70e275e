import { expect, it } from 'vitest'
import { readModel } from '../../src/db/generated/read-model.js'
import { loggedTables } from '../../src/domain/log-mark/logged-tables.js'
import { dependencies } from '../../src/domain/removal/dependencies.js'
import { testDatabase } from '../support/database.js'

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
