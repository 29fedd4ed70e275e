import { join } from 'node:path'
import { seed, WORK } from './database.js'
import { stop } from './processes.js'
import { median } from './report.js'
import { startService } from './servers.js'

const STARTS = 5
const FOLDER = join(WORK, 'embedded')

/** Milliseconds from the start of the service until it is ready: on the server at `url`, and on a warm embedded database. */
export async function measureStartUps(url) {
  seed({ DATABASE_URL: '', DATA_DIR: FOLDER })
  return {
    server: await medianStart(url),
    embedded: await medianStart('', { DATA_DIR: FOLDER }),
  }
}

async function medianStart(url, env) {
  const times = []
  for (let start = 0; start < STARTS; start += 1) {
    const { child, readyMs } = await startService(url, 'service', [], env)
    times.push(readyMs)
    await stop(child)
  }
  return Math.round(median(times))
}
