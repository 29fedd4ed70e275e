import pLimit from 'p-limit'
import { RETRY_AFTER } from '../../db/unavailable.js'
import { DomainError } from '../errors.js'

/** An argon2 hash takes about 40 ms of one CPU, so the last place waits about 2 seconds. */
export const MAX_PLACES = 50

/** Runs `work` after all work that was queued earlier. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

// One at a time: hashing leaves the other CPUs to the event loop and to a database on the same machine, and the other
// threads of libuv's pool to files and DNS. All callers in the process share the queue, like the thread pool.
const inTurn: InTurn = pLimit(1)
let places = 0

/**
 * Reserves a place in the queue for hashing until `work` has ended. `work` may read the database before it hashes
 * `inTurn`. Throws OVERLOADED before anything is read if all places are taken.
 */
export async function queueForHashing<Result>(
  work: (inTurn: InTurn) => Promise<Result>,
): Promise<Result> {
  if (places >= MAX_PLACES) {
    const message = 'Too many passwords are being checked. Try again in a few seconds.'
    throw new DomainError('OVERLOADED', message, [], RETRY_AFTER)
  }
  places += 1
  try {
    return await work(inTurn)
  } finally {
    places -= 1
  }
}
