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

/** The environment variable with the name of the run, which the workers of vitest inherit. */
const TEST_RUN = 'TEST_RUN'

interface EmptyDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

interface ServerDatabase extends Omit<Source, 'close'> {
  readonly close: () => Promise<void>
  readonly url: string
  /** The URL for the role of prisma/service-role.sql. */
  readonly restrictedUrl: string
}

/** What a database has besides its tables. `kind` names it. */
interface Content {
  readonly kind: string
  readonly fill: (url: string) => Promise<void>
}

const NO_ROWS: Content = { kind: 'migrated', fill: async () => {} }

/** A fresh, migrated database on the server of `serverUrl`, dropped when it is closed. */
export async function createServerDatabase(
  serverUrl: string,
  content = NO_ROWS,
): Promise<ServerDatabase> {
  const { url, drop } = await createFilled(serverUrl, content)
  const restrictedUrl = await createServiceRole(serverUrl, url)
  return { ...serverSource(url), close: drop, url, restrictedUrl }
}

/**
 * In a run of tests, a database is migrated and filled once for each kind of content, and PostgreSQL copies it for the others. Citus cannot
 * copy one.
 */
async function createFilled(serverUrl: string, { kind, fill }: Content): Promise<EmptyDatabase> {
  const create = async () => {
    const database = await createEmptyDatabase(serverUrl)
    await migrateSource(serverSource(database.url), CONNECT_MS, silentLog)
    if (isSharded) await distributeDatabase(database.url)
    await fill(database.url)
    return database
  }
  const run = process.env[TEST_RUN]
  if (run === undefined || isSharded) return create()
  const template = `${PREFIX}${run}_${kind}`
  return onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(2, hashtext($1))', [template])
    const known = await client.query('select from pg_database where datname = $1', [template])
    if (known.rowCount === 0) {
      const { url } = await create()
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`)
    }
    return createEmptyDatabase(serverUrl, `template ${template}`)
  })
}

/** Lets `createServerDatabase` copy databases until the returned function drops them. */
export function startTestRun(serverUrl: string): () => Promise<void> {
  const run = newName()
  process.env[TEST_RUN] = run
  return () => dropDatabases(serverUrl, (name) => name.startsWith(`${PREFIX}${run}`))
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

/** A fresh database on the server of `serverUrl` without any table. `options` of `create database` may name another one to copy. */
export async function createEmptyDatabase(serverUrl: string, options = ''): Promise<EmptyDatabase> {
  const name = `${PREFIX}${newName()}`
  await onServer(serverUrl, (client) => client.query(`create database ${name} ${options}`))
  const url = new URL(serverUrl)
  url.pathname = name
  return { url: url.href, drop: () => dropDatabase(serverUrl, name) }
}

const newName = () => `${Math.floor(Date.now() / 1000)}_${randomUUID().slice(0, 8)}`

/** Drops databases of test runs that were killed. */
export function dropStaleDatabases(serverUrl: string): Promise<void> {
  const oldest = Date.now() / 1000 - STALE_SECONDS
  return dropDatabases(
    serverUrl,
    (name) => Number(name.slice(PREFIX.length).split('_')[0]) < oldest,
  )
}

async function dropDatabases(serverUrl: string, isDropped: (name: string) => boolean) {
  const { rows } = await onServer(serverUrl, (client) =>
    client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [PREFIX],
    ),
  )
  for (const { name } of rows) if (isDropped(name)) await dropDatabase(serverUrl, name)
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
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
