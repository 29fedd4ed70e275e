import type { QueryResult } from 'pg'
import { TenantClient, type TenantStatement } from '../dispatch/tenant-setting.js'
import { BehindError } from '../unavailable.js'

/*
 * A position is the id (xid8) of a transaction, the newest one of a company when its request was authenticated on the
 * primary. The horizon of a server is the id below which all transactions have ended there: pg_snapshot_xmin. If the
 * position is below the horizon of a replica, the replica shows everything that the company had committed: that
 * transaction, and each that began before it and committed after it.
 *
 * The horizon only grows while a server runs, and a connection belongs to one server. So each connection remembers the last
 * horizon that it read. A read of a later position reads it again: `select pg_snapshot_xmin(…)` is sent together with the
 * read, before it, on the same connection, so no round trip is added. It is not a condition inside of the read, because on a
 * standby `pg_visible_in_snapshot` returns true for transactions in progress: PostgreSQL does not list them in the
 * snapshots that it shows.
 */

/** A statement that must see the transactions up to a position. */
export interface PositionedStatement extends TenantStatement {
  readonly position?: bigint
}

export const READ_HORIZON = {
  name: 'read-horizon',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
}

/** A connection to a replica. Rejects with a BehindError if the replica has not replayed the position of a statement. */
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
