import { join } from 'node:path'
import { median } from '../report/format.js'
import { startService } from '../servers/service.js'
import { seed } from '../system/database.js'
import { WORK } from '../system/paths.js'
import { stop } from '../system/processes.js'

const STARTS = 5
const FOLDER = join(WORK, 'embedded')

export interface StartUps {
  server: number
  embedded: number
}

/**
 * Milliseconds from start to ready: with the database at `url`, and with an embedded database that was opened before.
 */
export async function measureStartUps(url: string): Promise<StartUps> {
  seed({ DATABASE_URL: 'embedded', DATA_DIR: FOLDER })
  return {
    server: await medianStart(url),
    embedded: await medianStart('embedded', { DATA_DIR: FOLDER }),
  }
}

async function medianStart(url: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const { child, readyMs } = await startService(url, { env })
    times.push(readyMs)
    await stop(child)
  }
  return Math.round(median(times))
}
