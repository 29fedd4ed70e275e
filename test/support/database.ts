import pg, { type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource, type Database } from '../../src/db/connect.js'
import { afterFile } from './after-file.js'
import { directUrl } from './direct-url.js'
import { storageVariables } from './document-storage.js'
import { type TestDatabase, withOwnStatements } from './own-statements.js'
import { serviceDatabaseOf, useForService } from './service-database.js'
import { isSharded } from './shards.js'
import { silentLog } from './silent-log.js'
import { PATIENT } from './patient-settings.js'

let opened: TestDatabase | undefined
let owner: Database | undefined
let restricted: Database | undefined
let second: Database | undefined

/**
 * The migrated database of this worker, closed after the test file. Its rows are kept, because each test creates its
 * own company. The embedded database accepts one connection at a time, so a file must not open a second one.
 */
export function testDatabase(): TestDatabase {
  if (opened) return opened
  opened = withOwnStatements(ownerDatabase())
  useForService(opened, isRestricted() ? restrictedDatabase() : ownerDatabase())
  return opened
}

/** The same, for a file in which the code under test has the role that owns the tables, as on most servers. */
export function testDatabaseOfOwner(): TestDatabase {
  const database = testDatabase()
  useForService(database, ownerDatabase())
  return database
}

const ownerDatabase = (): Database => (owner ??= connect(findSource().connection))

/**
 * The database for the code under test. On a server, its role is subject to row-level security, unless `RLS=off`; the builders of
 * records keep using `testDatabase`.
 */
export const serviceDatabase = (): Database => serviceDatabaseOf(testDatabase())

const isRestricted = () =>
  process.env['RLS'] !== 'off' && findSource().restrictedConnection !== undefined

/** The same database for the role of prisma/service-role.sql. Needs a server. */
export function restrictedDatabase(): Database {
  const { restrictedConnection } = findSource()
  if (!restrictedConnection) throw new Error('Row-level security needs a server: set DATABASE_URL.')
  return (restricted ??= connect(restrictedConnection, true))
}

/** The database for a second instance of the service: other connections to a server; if embedded, the same one. */
export function databaseOfOtherInstance(): Database {
  const source = findSource()
  if (source.embedded) return testDatabase()
  const shared = { ...source, close: async () => {} }
  second ??= connectSource(shared, readConfig(PATIENT), silentLog, {
    isRestricted: false,
    isSharded,
  })
  return second
}

/** A session of the same database: a connection that does not lead through PgBouncer. A file that uses it uses nothing else. */
export async function connectDirectly(): Promise<pg.Client> {
  const { connection } = findSource()
  const { connectionString } = connection
  const client = new pg.Client(
    connectionString
      ? { ...connection, connectionString: directUrl(connectionString) }
      : connection,
  )
  await client.connect()
  return client
}

afterFile(async () => {
  await opened?.close()
  await restricted?.close()
  await second?.close()
  opened = owner = restricted = second = undefined
})

function connect(connection: ClientConfig, isRestricted = false): Database {
  const config = readConfig({ ...PATIENT, ...replicaOf(connection), ...storageVariables() })
  const source = { ...findSource(), connection, close: async () => {} }
  return connectSource(source, config, silentLog, { isRestricted, isSharded })
}

/** With `REPLICA_URL`, the URL of a replica of the server of DATABASE_URL: the same database there. */
function replicaOf({ connectionString }: ClientConfig): Record<string, string> {
  const replica = process.env['REPLICA_URL']
  if (!replica || !connectionString) return {}
  const url = new URL(connectionString)
  url.host = new URL(replica).host
  return { DATABASE_URL: connectionString, DATABASE_REPLICA_URLS: url.href }
}

function findSource() {
  const slot = Number(process.env['VITEST_POOL_ID'])
  const source = inject('databases')[slot - 1]
  if (!source) throw new Error(`Worker ${slot} of vitest has no database.`)
  return source
}
