import { setTimeout as delay } from 'node:timers/promises'
import { isConflict } from './unavailable.js'

/** How often work is tried, and the longest pause between two attempts, in milliseconds. */
const ATTEMPTS = 20
const MAX_PAUSE_MS = 500

/**
 * Repeats work that was rolled back because of a deadlock. For statements that lock all rows of a table or a shard while clients write: a
 * transaction that has written to one table and waits for another one, and such a statement wait for each other.
 */
export async function repeatAfterConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
      await delay(Math.random() * MAX_PAUSE_MS)
    }
  }
}
