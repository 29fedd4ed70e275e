import type { QueryResult } from 'pg'
import { TenantClient, type TenantStatement } from '../dispatch/tenant-setting.js'
import { BehindError } from '../unavailable.js'

/*
 * A position is a transaction id (xid8): the company's newest one when the primary authenticated the request. The
 * horizon of a server is the id below which all transactions have ended there: pg_snapshot_xmin. If the position is
 * below the horizon of a replica, the replica shows everything that the company had committed, also transactions that
 * began before that one and committed after it.
 *
 * The horizon only grows while a server runs, and a connection belongs to one server. So each connection remembers the
 * last horizon that it read. For a position at or above it, the connection sends `select pg_snapshot_xmin(…)` just
 * before the read and does not wait for the result, so no round trip is added. The read itself cannot check the
 * position: on a standby, snapshots do not list transactions in progress, so `pg_visible_in_snapshot` returns true for
 * them.
 */

/** A statement that must see the transactions up to a position. */
export interface PositionedStatement extends TenantStatement {
  readonly position?: bigint
}

export const READ_HORIZON = {
  name: 'read-horizon',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
}

/**
 * A connection to a replica. Rejects with a BehindError if the replica has not replayed the position of a statement.
 */
export class ReplicaClient extends TenantClient {
  private horizon = 0n

  /** `never` is assignable to the results of all overloads. */
  override query(...parameters: unknown[]): never {
    const [statement] = parameters as [string | PositionedStatement]
    const position = typeof statement === 'string' ? undefined : statement.position
    if (position === undefined || position < this.horizon) return super.query(...parameters)
    return this.queryAt(position, statement as PositionedStatement) as never
  }

  private async queryAt(position: bigint, statement: PositionedStatement): Promise<QueryResult> {
    const reading: Promise<QueryResult> = super.query({
      ...READ_HORIZON,
      tenant: statement.tenant,
    })
    const sending: Promise<QueryResult> = super.query(statement)
    // Waits for both: the connection is free only then.
    await Promise.allSettled([reading, sending])
    const [{ rows }, result] = await Promise.all([reading, sending])
    const [row] = rows as [{ horizon: string }]
    this.horizon = BigInt(row.horizon)
    if (position >= this.horizon) throw new BehindError()
    return result
  }
}
