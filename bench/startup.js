import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, WORK } from './database.js'
import { stop } from './processes.js'
import { median } from './report.js'
import { startService } from './servers.js'

const STARTS = 5
const FOLDER = join(WORK, 'embedded')

/** Milliseconds from the start of the service until it is ready: on the server at `url`, and on a warm embedded database. */
export async function measureStartUps(url) {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: FOLDER, NODE_ENV: '' }
  const { status } = spawnSync('npm', ['run', '--silent', 'seed'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm run seed failed')
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
