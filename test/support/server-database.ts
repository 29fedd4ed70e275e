import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateSource } from '../../src/db/connect.js'
import { serverSource, type Source } from '../../src/db/source.js'
import { directUrl } from './direct-url.js'
import { distributeDatabase, dropOnWorkers, isSharded } from './shards.js'
import { silentLog } from './silent-log.js'

const PREFIX = 'field_inspection_test_'
const STALE_SECONDS = 3600
const CONNECT_MS = 60_000

export const SERVICE_ROLE = 'field_inspection_service'
export const PASSWORD = 'only-for-tests'

interface ServerDatabase extends Omit<Source, 'close'> {
  readonly close: () => Promise<void>
  readonly url: string
  /** The URL for the role of prisma/service-role.sql. */
  readonly restrictedUrl: string
}

/** A fresh, migrated database on the server of `serverUrl`, dropped when it is closed. */
export async function createServerDatabase(serverUrl: string): Promise<ServerDatabase> {
  const database = await createEmptyDatabase(serverUrl)
  const source = serverSource(database.url)
  await migrateSource(source, CONNECT_MS, silentLog)
  if (isSharded) await distributeDatabase(database.url)
  const restrictedUrl = await createServiceRole(serverUrl, database.url)
  return { ...source, close: database.drop, url: database.url, restrictedUrl }
}

/** Creates the role of prisma/service-role.sql. Returns the URL of the database for this role. */
export async function createServiceRole(serverUrl: string, databaseUrl: string): Promise<string> {
  const script = await readFile('prisma/service-role.sql', 'utf8')
  // All databases of the server share the role. An advisory lock belongs to one database, so take it in that of `serverUrl`.
  await onServer(serverUrl, async (lock) => {
    await lock.query('select pg_advisory_lock(1)')
    await onServer(databaseUrl, async (client) => {
      await client.query(script)
      await client.query(`alter role ${SERVICE_ROLE} password '${PASSWORD}'`)
    })
  })
  const url = new URL(databaseUrl)
  url.username = SERVICE_ROLE
  url.password = PASSWORD
  return url.href
}

/** A fresh database on the server of `serverUrl` without any table. */
export async function createEmptyDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${PREFIX}${Math.floor(Date.now() / 1000)}_${randomUUID().slice(0, 8)}`
  await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = new URL(serverUrl)
  url.pathname = name
  return { url: url.href, drop: () => dropDatabase(serverUrl, name) }
}

/** Drops databases of test runs that were killed. */
export async function dropStaleDatabases(serverUrl: string): Promise<void> {
  const { rows } = await onServer(serverUrl, (client) =>
    client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [PREFIX],
    ),
  )
  const oldest = Date.now() / 1000 - STALE_SECONDS
  const stale = rows.filter(({ name }) => Number(name.slice(PREFIX.length).split('_')[0]) < oldest)
  for (const { name } of stale) await dropDatabase(serverUrl, name)
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  )
  await dropOnWorkers(name)
}

async function onServer<Result>(
  serverUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connectionString = directUrl(serverUrl)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
