import { afterAll, inject } from 'vitest'
import { readConfig } from '../../src/config.js'
import { connectSource, type Database } from '../../src/db/connect.js'
import { silentLog } from './silent-log.js'

/** The first connection may have to wait for the embedded database to start. */
const START_MS = '60000'

let opened: Database | undefined
let second: Database | undefined

/**
 * The migrated database of this worker, closed after the test file. Its rows are kept, because each test creates its
 * own company. The embedded database accepts one connection at a time, so a file must not open a second one.
 */
export function testDatabase(): Database {
  const source = { ...findSource(), close: async () => {} }
  opened ??= connectSource(source, readConfig({ DATABASE_CONNECT_TIMEOUT_MS: START_MS }), silentLog)
  return opened
}

/** The database as another instance has it: other connections to a server, or the same one if it is embedded. */
export function databaseOfOtherInstance(): Database {
  const source = findSource()
  if (source.embedded) return testDatabase()
  second ??= connectSource({ ...source, close: async () => {} }, readConfig({}), silentLog)
  return second
}

afterAll(async () => {
  await opened?.close()
  await second?.close()
  opened = undefined
  second = undefined
})

function findSource() {
  const slot = Number(process.env['VITEST_POOL_ID'])
  const source = inject('databases')[slot - 1]
  if (!source) throw new Error(`Worker ${slot} of vitest has no database.`)
  return source
}
