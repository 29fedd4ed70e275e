import { readConfig } from '../config/config.js'
import { openDatabase } from '../db/connect.js'
import { asOwner, requireOwner } from '../db/owner.js'
import { removeDemo } from './remove-demo.js'

/** `node dist/demo/remove.js`: removes the demo companies from the configured database. */
async function remove(): Promise<void> {
  const config = readConfig(process.env)
  const print = (_details: object, message: string) => {
    console.error(message)
  }
  const database = await openDatabase(asOwner(config), { info: print, warn: print })
  try {
    requireOwner(database)
    const names = await removeDemo(database)
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
