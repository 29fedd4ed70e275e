import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { readConfig } from '../config/config.js'
import { openDatabase } from '../db/connect.js'
import { asOwner, requireOwner } from '../db/owner.js'
import { seedDemo } from './seed-demo.js'

const MAX_SCALE = 1000

/** `npm run seed -- --scale N`: inserts the demo data, N times as many records, into the configured database. */
async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } })
  const scale = Number(values.scale)
  if (!Number.isInteger(scale) || scale < 1 || scale > MAX_SCALE) {
    throw new Error(`--scale must be a whole number from 1 to ${MAX_SCALE}.`)
  }
  const config = readConfig(process.env)
  if (config.environment === 'production') {
    throw new Error('The demo data is not for production: NODE_ENV is "production".')
  }
  const print = (_details: object, message: string) => {
    console.error(message)
  }
  const database = await openDatabase(asOwner(config), { info: print, warn: print })
  const bar = new SingleBar(
    { format: 'Demo data {bar} {percentage} % | {value} of {total} rows | {eta_formatted} left' },
    Presets.shades_classic,
  )
  try {
    requireOwner(database)
    const onProgress = (done: number, total: number) => {
      if (!bar.isActive) bar.start(total, 0)
      bar.update(done)
    }
    const demo = await seedDemo(database, { scale, dataDir: config.dataDir, onProgress })
    bar.stop()
    console.log(
      demo
        ? `The demo data is inserted. Its credentials are in ${config.dataDir}/demo.json.`
        : 'The database already has the demo data. Nothing was changed.',
    )
  } finally {
    bar.stop()
    await database.close()
  }
}

try {
  await seed()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
