import { afterAll, inject } from 'vitest'
import { readConfig } from '../../src/config.js'
import { connectSource, type Database } from '../../src/db/connect.js'
import { silentLog } from './silent-log.js'

/** The first connection may have to wait for the embedded database to start. */
const START_MS = '60000'

let opened: Database | undefined

/**
 * The database of this worker, migrated, and closed when the test file is done. Its rows outlive the file: each test
 * makes a company of its own. It may be the embedded one, which takes one connection at a time, so a file opens no
 * second one beside it.
 */
export function testDatabase(): Database {
  const source = { ...findSource(), close: async () => {} }
  opened ??= connectSource(source, readConfig({ DATABASE_CONNECT_TIMEOUT_MS: START_MS }), silentLog)
  return opened
}

afterAll(async () => {
  await opened?.close()
  opened = undefined
})

function findSource() {
  const slot = Number(process.env['VITEST_POOL_ID'])
  const source = inject('databases')[slot - 1]
  if (!source) throw new Error(`Worker ${slot} of vitest has no database.`)
  return source
}
