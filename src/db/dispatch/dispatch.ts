import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Actor, Caller, Credential } from './caller.js'
import type { DisconnectSignal } from './disconnect-signal.js'
import type { TextQuery } from './on-shard.js'

export type { Actor, Caller, Credential, DisconnectSignal, TextQuery }

/*
 * Every statement of a request is sent in one of four ways. Each is a method of the database object, which owns the queues.
 * "Company" is the tenant of the caller.
 *
 *   what is sent                      way            how, and what it gives
 *   --------------------------------  -------------  ----------------------------------------------------------------
 *   one statement that only reads     read           queued; the companies take turns (round robin); cancelled if the
 *                                                    client disconnects
 *   the same, if it looks up by key   read           pipelined on two connections, because the round trip takes longer
 *                                     {quick: true}  than the statement: 1.4 times the rate
 *   one statement that may write      write          queued; not cancelled; the connection is kept after a constraint
 *                                                    violation: 4.6 times as fast as opening a new one
 *   an insert that takes the next     inCompany      a group commit: such inserts lock the company's row until the
 *   number of its company                            commit is on disk, so concurrent ones share a transaction
 *   several statements that depend    transaction    queued as one; has a connection for itself until the commit; the
 *   on each other, and all of Prisma                 only way that has Prisma's client
 *
 * Not sent in these ways: migrations, on a connection outside of the pool, without its timeouts; and the hand-written SQL
 * that loads the demo.
 *
 * With a statement travel, as data: the company for row-level security, the actor for the audit log, whether writes are refused,
 * and the position (below). `envelope.ts` explains how.
 *
 * The figures (2026-11-22) compare rates at ten or fifty concurrent callers: docs/decisions/dispatch.md.
 *
 * Five rules hold for all ways.
 *
 * 1. Nothing waits without a limit. A statement that gets no connection within DATABASE_QUEUE_TIMEOUT_MS is rejected with
 *    BusyError and never sent: the response is 503. From then on the limit is DATABASE_READ_TIMEOUT_MS for a read,
 *    TRANSACTION_MS for a transaction, and DATABASE_STATEMENT_TIMEOUT_MS for any other statement. If the database does not
 *    respond at all, `watchConnections` closes the connections that are in use.
 * 2. A slow statement does not block fast ones. `KnownSpeeds` remembers how long each SQL text took. `ReadSemaphore`
 *    reserves connections for reads whose text took less than 100 ms the last time. Exception: `inCompany` waits until
 *    the company's transaction before it has ended; it would wait for the row lock otherwise.
 * 3. A company or a user may only run a few slow statements at the same time.
 * 4. When a client disconnects, its queued statements are dropped and its reads are cancelled. A write that has started
 *    goes on to its end.
 * 5. A caller reads its own writes. A read may use a replica only after `readingAt(position)`. The position is the newest
 *    transaction of the company: a replica that has not replayed it is not used (src/db/replicas).
 */

/** The ways to send a single statement. `Database.transaction` is the fourth way. */
export interface Sql {
  /** Sends one statement that only reads. `quick`: it only looks up records by key, in less than a millisecond. */
  read<Row extends QueryResultRow>(
    statement: QueryConfig,
    options?: { readonly quick?: boolean },
  ): Promise<QueryResult<Row>>
  /** Sends one statement that may write, as a transaction of its own. */
  write<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends an insert that takes the next number of a company, in one transaction with other such inserts. */
  inCompany<Row extends QueryResultRow>(
    companyId: number,
    statement: QueryConfig,
  ): Promise<QueryResult<Row>>
  /** Whether the pool may have several connections, and none of them is in use. */
  isIdle(): boolean
  /**
   * A statement for `read` whose rows are arrays. From the second use of its text on, it is a prepared statement. `isText`: see
   * `TextQuery`.
   */
  prepare(text: string, values: unknown[], isText?: boolean): TextQuery
}
