import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { newAsset, newCompany, newSite } from '../support/builders.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { withOwnStatements } from '../support/own-statements.js'

export interface LockedTableOptions {
  readonly databaseUrl: string
  /** The number of concurrent requests that wait for the locked table. */
  readonly waiting?: number
  /** Whether the clients of these requests disconnect after half a second. */
  readonly leave?: boolean
}

/**
 * Locks the table of assets while requests of one session read it, and another company reads its sites. Returns the
 * latencies of these reads in milliseconds, and the number of those that failed.
 */
export async function run({ databaseUrl, waiting = 100, leave = false }: LockedTableOptions) {
  const source = await createServerDatabase(databaseUrl)
  const config = readConfig({ MAX_EVENT_LOOP_DELAY_MS: '0' })
  const db = withOwnStatements(
    connectSource({ ...source, close: async () => {} }, config, silentLog),
  )
  const app = await createApp(config, db, pino({ level: 'silent' }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const [noisy, quiet] = [await newCompany(db), await newCompany(db)]
  await newAsset(noisy)
  await newSite(quiet)
  const post = async (query: string, token: string, signal?: AbortSignal) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify({ query })
    const init = { method: 'POST', headers, body, signal: signal ?? null }
    const response = await fetch(`${url}/graphql`, init)
    await response.text()
    return response.status
  }
  const [one, other] = await Promise.all(
    [noisy, quiet].map(async ({ admin }) => (await newSession(admin)).accessToken),
  )
  const sites = () => post('{ sites(first: 5) { nodes { name } } }', other ?? '')
  const assets = (index: number, signal: AbortSignal) =>
    post(`{ assets(first: ${1 + (index % 20)}) { nodes { code } } }`, one ?? '', signal)
  const controller = new AbortController()
  for (let time = 0; time < 20; time += 1) {
    await sites()
    await assets(time, controller.signal)
  }
  const client = await db.pool.connect()
  await client.query('begin; lock table asset in access exclusive mode')
  const waits = Array.from({ length: waiting }, (_, index) =>
    assets(index, controller.signal).catch(() => 'left'),
  )
  const latencies: number[] = []
  let failed = 0
  const end = performance.now() + 3000
  if (leave)
    void delay(500).then(() => {
      controller.abort()
    })
  while (performance.now() < end) {
    const began = performance.now()
    if ((await sites()) !== 200) failed += 1
    latencies.push(performance.now() - began)
  }
  await client.query('rollback')
  client.release()
  await Promise.all(waits)
  await app.close()
  await db.close()
  await source.close()
  const sorted = latencies.sort((a, b) => a - b)
  const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10
  return { requests: sorted.length, failed, p50: at(0.5), p99: at(0.99), max: at(0.9999) }
}
