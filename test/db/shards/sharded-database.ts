import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrateSource } from '../../../src/db/connect.js'
import { serverSource } from '../../../src/db/source.js'
import { createEmptyDatabase } from '../../support/server-database.js'
import { createWorkerDatabases, distributeDatabase } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'

/** A connection to a new distributed database without companies. The end of the test drops it. */
export async function openShardedDatabase(server: string): Promise<pg.Client> {
  const url = await createMigrated(server)
  await distributeDatabase(url)
  return connect(url)
}

/** A new migrated database without companies, which is not distributed yet. The workers have an empty database of the same name. */
export async function openPlainDatabase(server: string) {
  const url = await createMigrated(server)
  const servers = await createWorkerDatabases(url)
  return { url, ...servers, client: await connect(url) }
}

async function createMigrated(server: string): Promise<string> {
  const { url, drop } = await createEmptyDatabase(server)
  onTestFinished(drop)
  await migrateSource(serverSource(url), 60_000, silentLog)
  return url
}

/** A connection that the end of the test closes. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Inserts a company with a checklist that has this name. */
export async function insertCompany(client: pg.Client, id: number, checklist: string) {
  await client.query(
    "insert into company (id, uuid, name) values ($1, gen_random_uuid(), 'Company')",
    [id],
  )
  await client.query(
    'insert into checklist (company_id, uuid, name) values ($1, gen_random_uuid(), $2)',
    [id, checklist],
  )
}
