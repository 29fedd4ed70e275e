import { readConfig } from '../../src/config/config.js'
import { connectSource, migrateSource } from '../../src/db/connect.js'
import { embeddedSource } from '../../src/db/source.js'
import { type TestDatabase, withOwnStatements } from '../support/own-statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'

/** A database for one test file, because the demo's users and OAuth client have fixed names. */
export async function openOwnDatabase(): Promise<TestDatabase> {
  const server = process.env['DATABASE_URL']
  const source = server
    ? await createServerDatabase(server)
    : await embeddedSource(undefined, false)
  if (!server) await migrateSource(source, 60_000, silentLog)
  return withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
}
