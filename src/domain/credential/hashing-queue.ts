import pLimit from 'p-limit'
import { RETRY_AFTER } from '../../db/unavailable.js'
import { DomainError } from '../errors.js'

/**
 * The maximum number of calls in the queue. An argon2 hash takes about 40 ms of one CPU, so the last call waits about
 * two seconds.
 */
export const MAX_QUEUED_CALLS = 50

/** Runs `work` after all work that was queued earlier. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

// A concurrency of 1 leaves the other CPUs to the event loop and to a database on the same machine, and the other
// threads of libuv's pool to files and DNS. All callers in the process share one queue, because they share the thread
// pool.
const inTurn: InTurn = pLimit(1)
let queued = 0

/** The number of calls in the queue, including those that have started. */
export const queuedCalls = () => queued

/**
 * Occupies one place of the queue for hashing until `work` has ended. `work` may read the database before it hashes
 * with `inTurn`. If the queue is full, throws OVERLOADED before `work` starts.
 */
export async function queueForHashing<Result>(
  work: (inTurn: InTurn) => Promise<Result>,
): Promise<Result> {
  if (queued >= MAX_QUEUED_CALLS) {
    const message = 'Too many passwords are being checked. Try again in a few seconds.'
    throw new DomainError('OVERLOADED', message, [], RETRY_AFTER)
  }
  queued += 1
  try {
    return await work(inTurn)
  } finally {
    queued -= 1
  }
}
