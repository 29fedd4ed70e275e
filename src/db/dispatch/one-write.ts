import type { ClientBase, QueryResult } from 'pg'
import { streamOf } from './connection-stream.js'

/**
 * Sends all statements of `send` with one write to the socket. node-postgres writes each statement by itself; these
 * system calls are a tenth of the processor time of a mutation.
 */
export function inOneWrite<Result>(client: ClientBase, send: () => Result): Result {
  const stream = streamOf(client)
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/**
 * Waits until all pipelined statements have ended, because the connection is free only then. Returns the first result
 * of the second list, or throws the first error, which causes the errors after it.
 */
export async function resultOf(
  before: readonly Promise<QueryResult>[],
  [result, ...after]: readonly Promise<QueryResult>[],
): Promise<QueryResult> {
  const outcomes = await Promise.allSettled([...before, result, ...after])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return (outcomes[before.length] as PromiseFulfilledResult<QueryResult>).value
}
