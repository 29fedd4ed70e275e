import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrateSource } from '../../../src/db/connect.js'
import { listMigrations, migrate } from '../../../src/db/migrate.js'
import { distributeTables } from '../../../src/db/shards/tables.js'
import { serverSource } from '../../../src/db/source.js'
import { createEmptyDatabase } from '../../support/server-database.js'
import { distributeDatabase, isSharded } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'
import { temporaryFolder } from '../../support/temporary-folder.js'
import { DEFINITIONS } from './definitions.js'
import { connect } from './sharded-database.js'

const server = process.env['DATABASE_URL'] ?? ''

/** The first migration with whose functions a database can be distributed. */
const DISTRIBUTABLE = '0027_functions_on_shards'

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
  return { url, client: await connect(url) }
}
