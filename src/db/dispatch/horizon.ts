import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import { BehindError } from '../unavailable.js'

/*
 * A position is a transaction id (xid8): the company's newest one when the primary authenticated the request. The
 * horizon of a server is the id below which all transactions have ended there: pg_snapshot_xmin. If the position is
 * below the horizon of a replica, the replica shows everything that the company had committed, also transactions that
 * began before that one and committed after it.
 *
 * The horizon only grows while a server runs, and a connection belongs to one server. So the last horizon that each
 * connection has read is remembered. For a position at or above it, `select pg_snapshot_xmin(…)` is sent just before the
 * read, without waiting for its result, so no round trip is added. The read itself cannot check the position: on a standby,
 * snapshots do not list transactions in progress, so `pg_visible_in_snapshot` returns true for them.
 */

export const READ_HORIZON = {
  name: 'read-horizon',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
}

/** The last horizon that was read on each connection to a replica. */
const horizons = new WeakMap<ClientBase, bigint>()

/**
 * Sends a statement. Rejects with a BehindError if it needs a position and the server of the connection has not replayed
 * this transaction.
 */
export function sendAt(
  client: ClientBase,
  statement: QueryConfig,
  position: bigint | undefined,
): Promise<QueryResult> {
  const isKnown = position === undefined || position < (horizons.get(client) ?? 0n)
  return isKnown ? client.query(statement) : sendAfterCheck(client, statement, position)
}

async function sendAfterCheck(
  client: ClientBase,
  statement: QueryConfig,
  position: bigint,
): Promise<QueryResult> {
  const reading = client.query<{ horizon: string }>(READ_HORIZON)
  const sending = client.query(statement)
  // Waits for both: the connection is free only then.
  await Promise.allSettled([reading, sending])
  const [{ rows }, result] = await Promise.all([reading, sending])
  const horizon = BigInt(rows[0]?.horizon ?? 0)
  horizons.set(client, horizon)
  if (position >= horizon) throw new BehindError()
  return result
}
