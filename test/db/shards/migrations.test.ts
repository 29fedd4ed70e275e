import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrateSource } from '../../../src/db/connect.js'
import { listMigrations, migrate } from '../../../src/db/migrate.js'
import { distributeTables } from '../../../src/db/shards/tables.js'
import { serverSource } from '../../../src/db/source.js'
import { createEmptyDatabase } from '../../support/server-database.js'
import { distributeDatabase, isSharded } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'
import { temporaryFolder } from '../../support/temporary-folder.js'

const server = process.env['DATABASE_URL'] ?? ''

/** The first migration with whose functions a database can be distributed. */
const DISTRIBUTABLE = '0027_functions_on_shards'

/**
 * Columns, keys, checks, indexes, triggers and functions, without those of Citus. Keys to reference tables do not cascade there, and
 * the condition of a trigger that was created again has fewer parentheses.
 */
const DEFINITIONS = `
with tables as (
  select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
)
select attrelid::regclass || '.' || attname as name,
       concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid)) as definition
from pg_attribute left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
where attrelid in (select oid from tables) and attnum > 0 and not attisdropped
union all select conrelid::regclass || ' ' || conname, replace(pg_get_constraintdef(oid), 'ON UPDATE CASCADE', 'ON UPDATE RESTRICT')
from pg_constraint where conrelid in (select oid from tables)
union all select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from tables)
union all select tgrelid::regclass || ' ' || tgname, translate(pg_get_triggerdef(oid), '()', '')
from pg_trigger where not tgisinternal and tgrelid in (select oid from tables)
union all select polrelid::regclass || ' ' || polname, pg_get_expr(polqual, polrelid) from pg_policy
where polrelid in (select oid from tables)
union all select oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc p
where pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by 1, 2`

const COMPANY = `insert into company (id, uuid, name) values (1, gen_random_uuid(), 'Old')`
const CHECKLIST = `insert into checklist (id, uuid, company_id, name) values (2, gen_random_uuid(), 1, 'Questions')`

it.runIf(isSharded)('later migrations define the same on a distributed database', async () => {
  const [plain, distributed] = [await emptyDatabase(), await emptyDatabase()]
  await migrateSource(serverSource(plain.url), 60_000, silentLog)

  const folder = await temporaryFolder()
  for (const name of await listMigrations())
    if (name <= DISTRIBUTABLE)
      await cp(join('prisma/migrations', name), join(folder, name), { recursive: true })
  await migrate(distributed.client, silentLog, folder)
  await distributeDatabase(distributed.url)
  // Migrations also write rows: the first version of each checklist.
  await distributed.client.query(COMPANY)
  await distributed.client.query(CHECKLIST)
  await migrateSource(serverSource(distributed.url), 60_000, silentLog)

  const versions = await distributed.client.query(
    'select checklist_id, number from checklist_version',
  )
  expect(versions.rows).toEqual([{ checklist_id: 2, number: 1 }])
  const { rows } = await distributed.client.query(DEFINITIONS)
  expect(rows.length).toBeGreaterThan(500)
  expect(rows).toEqual((await plain.client.query(DEFINITIONS)).rows)
  await distributed.client.query('begin')
  expect(await distributeTables(distributed.client), 'tables that are not distributed').toBe(0)
  await distributed.client.query('rollback')
})

async function emptyDatabase() {
  const { url, drop } = await createEmptyDatabase(server)
  onTestFinished(drop)
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return { url, client }
}
