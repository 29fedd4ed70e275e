import type { Connection, PoolClient } from 'pg'
import { streamOf } from './connection-stream.js'

/** SQLSTATE read_only_sql_transaction: the server was the primary, and is a standby now. */
const READ_ONLY = '25006'

/**
 * Closes a connection if a statement fails because its server is read-only. The pool opens another one, to the new
 * primary if DATABASE_URL has several hosts.
 */
export function closeReadOnly(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection: Connection }
  connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    // Closes it in the next iteration, so that the caller gets the error before the close.
    if (code === READ_ONLY) setImmediate(() => streamOf(client).destroy())
  })
}
