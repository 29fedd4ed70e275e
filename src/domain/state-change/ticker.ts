import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import { atHalfSpeed, startWorker } from '../worker.js'

/** How often an instance looks whether a tick is due. */
const INTERVAL_MS = 5000

/** The time between two ticks, of whichever instances. */
const TICK_SECONDS = 30

/** The records that one statement compares with the log. */
const PAGE = 1000

/**
 * Records the state changes that time makes, of all companies: assets and findings that become overdue, jobs that become late, API keys
 * that expire. Every instance runs a ticker; each call continues the tick that is in progress, so it does not matter which one. Between
 * two calls it pauses as long as the first one took. Returns the function that stops it and waits for its current call.
 */
export const startTicker = (db: Pick<Database, 'write'>, log: Log, intervalMs = INTERVAL_MS) =>
  startWorker({
    next: atHalfSpeed(() => tickStates(db)),
    intervalMs,
    log,
    failure: 'State changes that time makes could not be written',
  })

/**
 * Does about 50 ms of the tick that is in progress, or begins one if the last was `TICK_SECONDS` ago, with what is true at `now`. Returns
 * whether there is more to do; false while another instance does it.
 */
export async function tickStates(db: Pick<Database, 'write'>, now?: Date): Promise<boolean> {
  const { rows } = await db.write<{ more: boolean }>({
    name: 'tick-states',
    text: 'select tick_states(coalesce($1::timestamptz, now()), make_interval(secs => $2), $3) as more',
    values: [now ?? null, TICK_SECONDS, PAGE],
  })
  return rows[0]?.more === true
}
