import type { ClientBase } from 'pg'
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
