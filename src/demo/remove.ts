import { readConfig } from '../config.js'
import { openDatabase } from '../db/connect.js'
import { demoIsUsable } from './demo-credentials.js'
import { removeDemo } from './remove-demo.js'

/** `node dist/demo/remove.js`: removes the demo companies from the configured database. */
async function remove(): Promise<void> {
  const config = readConfig(process.env)
  const print = (_details: object, message: string) => {
    console.error(message)
  }
  // The demo is removed by the owner of the tables: a user under row-level security sees no company.
  const databaseUrl = config.migrationDatabaseUrl ?? config.databaseUrl
  const database = await openDatabase({ ...config, databaseUrl }, { info: print, warn: print })
  try {
    const names = await removeDemo(database)
    if (await demoIsUsable(database)) {
      throw new Error('The demo is not removed. Set MIGRATION_DATABASE_URL to the owner’s URL.')
    }
    console.log(
      names.length > 0
        ? `Removed: ${names.join(', ')}. Their credentials are invalid from now on.`
        : 'The database has no demo companies. Nothing was changed.',
    )
  } finally {
    await database.close()
  }
}

try {
  await remove()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
