import type { QueryArrayConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Actor, Caller, Credential } from './caller.js'
import type { DisconnectSignal } from './disconnect-signal.js'

export type { Actor, Caller, Credential, DisconnectSignal }

/*
 * Every statement is sent in one of four ways. Each is a method of the database object, which owns the queues.
 *
 *   what is sent                      way            why
 *   --------------------------------  -------------  ----------------------------------------------------------------
 *   one statement that only reads     read           companies take turns; cancelled if the client has left
 *   the same, if it looks up by key   read           sent together with others, on two connections: sending costs more
 *                                     {quick: true}  than executing; 1.4 times the rate
 *   one statement that may write      write          never interrupted; the connection is kept after a constraint
 *                                                    violation (4.6 times as fast as a new one)
 *   an insert that takes the next     inCompany      such inserts wait for the company's row lock until the commit before
 *   number of its company                            is on disk; sharing a commit gives 2.4 to 3 times the rate
 *   several statements that depend    transaction    they need a connection for themselves until the commit; Prisma's
 *   on each other, and all of Prisma                 client exists only here
 *
 * Two kinds of statements are sent in none of these ways: migrations, on a connection outside of the pool, without its
 * timeouts; and the hand-written SQL that loads the demo, on a connection of the pool.
 *
 * `envelope.ts` explains how the company, the actor and the position travel with a statement.
 *
 * The figures (2026-11-22) compare rates and latencies at 10 to 50 concurrent callers: docs/decisions/dispatch.md.
 *
 * Five rules hold for all ways.
 *
 * 1. Nothing waits without a limit. A statement that finds no free connection for DATABASE_QUEUE_TIMEOUT_MS is rejected
 *    with BusyError and never sent: the response is 503. A read that is sent has DATABASE_READ_TIMEOUT_MS, another
 *    statement DATABASE_STATEMENT_TIMEOUT_MS, a transaction TRANSACTION_MS. If the database does not respond at all,
 *    `watchConnections` closes the connections that wait for it.
 * 2. A slow statement does not block quick ones: `ReadSemaphore` reserves connections for statements whose text took
 *    less than 100 ms the last time. `inCompany` waits longer, on purpose: the next transaction would only wait for the
 *    row lock instead.
 * 3. Companies take turns, and a company or user runs a few slow statements at a time.
 * 4. When a client disconnects, its queued statements are dropped and its reads are cancelled. A write that has started
 *    is finished.
 * 5. A caller reads its own writes. A read uses a replica only after `readingAt`, and only one that has the position
 *    (src/db/replicas).
 */

/** The ways to send a single statement. `Database.transaction` is the fourth way. */
export interface Sql {
  /** Sends one statement that only reads. `quick`: it looks up records by key, so it takes less than a millisecond. */
  read<Row extends QueryResultRow>(
    statement: QueryConfig,
    options?: { readonly quick?: boolean },
  ): Promise<QueryResult<Row>>
  /** Sends one statement that may write, as a transaction of its own. */
  write<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends a statement that raises a counter of a company, in one transaction with other such statements. */
  inCompany<Row extends QueryResultRow>(
    companyId: number,
    statement: QueryConfig,
  ): Promise<QueryResult<Row>>
  /** Whether there are several connections and none of them is in use. */
  isIdle(): boolean
  /** A statement for `read` whose rows are arrays. It is prepared if its text was used before. */
  prepare(text: string, values: unknown[]): QueryArrayConfig
}
