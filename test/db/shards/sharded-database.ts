import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrateSource } from '../../../src/db/connect.js'
import { serverSource } from '../../../src/db/source.js'
import { createEmptyDatabase } from '../../support/server-database.js'
import { distributeDatabase } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'

/** A connection to a new distributed database without companies. The end of the test drops it. */
export async function openShardedDatabase(server: string): Promise<pg.Client> {
  const { url, drop } = await createEmptyDatabase(server)
  onTestFinished(drop)
  await migrateSource(serverSource(url), 60_000, silentLog)
  await distributeDatabase(url)
  const client = new pg.Client(url)
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
