import type { Database } from '../db/connect.js'
import type { Log } from '../db/log.js'
import { withProgress } from '../db/progress.js'
import { type Demo, readDemo } from './demo-file.js'
import { demoExists, seedDemo } from './seed-demo.js'

/** Fills an empty database with the demo data. Returns its credentials; undefined if the database has other data. */
export async function openDemo(db: Database, dataDir: string, log: Log): Promise<Demo | undefined> {
  const { rowCount } = await db.query({ text: 'select from company limit 1' })
  if (rowCount === 0) {
    await withProgress(log, 'Filling the empty database with demo data', seedDemo(db, { dataDir }))
  }
  return (await demoExists(db)) ? readDemo(dataDir, log) : undefined
}
