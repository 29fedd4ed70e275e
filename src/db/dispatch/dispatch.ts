import type { QueryArrayConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Caller, Credential, DisconnectSignal } from './caller.js'

export type { Caller, Credential, DisconnectSignal }

/*
 * Every way to send a statement. Each is a method of the database object, which owns the queues.
 *
 *   statement                              way             why
 *   -------------------------------------  --------------  -------------------------------------------------------
 *   a single statement that only reads     read            fair between companies; cancelled if the client is gone
 *   any other single statement, and each   query           never interrupted; keeps its connection after a
 *   of Prisma outside of a transaction                     constraint violation (4.6 times as fast as a new one)
 *   authentication, and reads by key:      pipeline        sending costs more than executing; 1.4 times the rate of
 *   shorter than a network round trip                      `read`
 *   inserts that take the next number of   groupCommit     they contend for the company's row lock until their commit
 *   their company: jobs, assets                            is on disk; sharing a commit gives 2.4 to 3 times the rate
 *   pages and counts of the read engine    coalescedQuery  dashboards ask for the same at the same time; 6 times the
 *                                                          rate if they do, no cost if they do not
 *   GraphQL queries answered by one        read, pipeline  `pipeline` if it reads by key; not coalesced: clients have
 *   statement                                              few requests in progress: 1.0 to 1.2 times the rate
 *   several statements in a transaction    transaction     statements depend on the results of earlier ones, so they
 *                                                          need a connection of their own until the commit
 *   a write of one statement, and the      sqlTransaction  the same without Prisma, whose transactions cost more
 *   reads of its response
 *   the demo's transaction                 pool.connect    the same, for hand-written SQL
 *   migrations                             none of these   a connection outside of the pool, without its timeouts
 *
 * Through PgBouncer, all of them send statements without a name (`PooledClient`).
 *
 * The figures (2026-11-22) compare rates and latencies at 10 to 50 concurrent callers: docs/decisions/dispatch.md.
 *
 * Five rules hold for all of them.
 *
 * 1. Nothing waits without a limit. A statement that finds no free connection for DATABASE_QUEUE_TIMEOUT_MS is rejected
 *    with BusyError and never sent: the response is 503. A read that is sent has DATABASE_READ_TIMEOUT_MS, another
 *    statement DATABASE_STATEMENT_TIMEOUT_MS. If the database does not respond at all, `watchConnections` closes the
 *    connections that wait for it.
 * 2. A slow statement does not block quick ones: `ReadSemaphore` reserves connections for statements whose text took
 *    less than 100 ms the last time, and a coalesced call waits 100 ms for the run before it. `groupCommit` waits
 *    longer, on purpose: the next transaction would only wait for the row lock instead.
 * 3. Companies take turns, and a company or user runs a few slow statements at a time.
 * 4. When a client disconnects, its queued statements are dropped and its reads are cancelled, unless others share
 *    them. A write that has started is finished.
 * 5. A caller reads its own writes. A coalesced call never joins a run that started before the call. `read`, `pipeline`
 *    and `coalescedQuery` use a replica only after `readingAt`, and only one that has the position (src/db/replicas).
 */

/** The ways to send a statement. */
export interface Sql {
  /** Sends one statement that may write, on a connection of its own. */
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends one statement that only reads, on a connection of its own. */
  read<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends a short statement that only reads, without waiting for the results of others on the same connection. */
  pipeline<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends a statement that raises a counter of a company, in one transaction with other such statements. */
  groupCommit<Row extends QueryResultRow>(
    companyId: number,
    statement: QueryConfig,
  ): Promise<QueryResult<Row>>
  /**
   * Sends a statement that only reads. Rows are arrays. Coalesces calls with the same text and values: all calls made
   * during a run share the next one (`Coalescer`). Callers of different companies share no run.
   */
  coalescedQuery(text: string, values: unknown[]): Promise<unknown[][]>
  /** Whether there are several connections and none of them is in use. */
  isIdle(): boolean
  /** A statement for `read` or `pipeline` whose rows are arrays. It is prepared if its text was used before. */
  prepare(text: string, values: unknown[]): QueryArrayConfig
}
