import type { Pool } from 'pg'
import type { Caller } from './dispatch/caller.js'
import type { Sql } from './dispatch/dispatch.js'
import type { DatabaseStatus } from './dispatch/queues.js'
import type { Prisma } from './generated/prisma/client.js'
import type { Stores } from '../storage/stores.js'

/** What does not depend on the caller. */
export interface Parts {
  /** The connection pool, for transactions of hand-written SQL (the demo) and for tests. ESLint forbids other uses. */
  readonly pool: Pool
  /** Whether the database runs inside this process, on one connection. */
  readonly embedded: boolean
  /** Where the database's records refer to bytes outside of it. */
  readonly stores: Stores
  readonly close: () => Promise<void>
}

/** An open database. Its methods send SQL. */
export interface Database extends Sql, Parts {
  /** Whether row-level security applies to its user: then a caller without a company or credential sees no rows. */
  readonly isRestricted: boolean
  /**
   * The same database for a caller. Its statements count towards the limits of its company and session; when its client
   * disconnects, its queued statements are dropped and its reads are cancelled. Under row-level security, all statements
   * see the rows of the caller's company only. Fields that `caller` or its actor omits keep their values, except
   * `credential`, which is removed.
   */
  forCaller(caller: Caller): Database
  /**
   * The same database, but a replica that has all transactions up to `position` may answer its reads. Writes and
   * transactions are sent to the primary. If `position` is undefined, reads are sent to the primary, too.
   */
  readingAt(position: bigint | undefined): Database
  /** Whether a replica is in use. If none is, the caller need not read a position. */
  readonly hasReplicas: boolean
  /** Returns the current number of connections and of queued statements, and the state of the replicas. */
  status(): DatabaseStatus
  /** Whether this is the database inside a transaction. */
  readonly isTransaction: boolean
  /** Runs a transaction, which is rolled back if `work` rejects. `work` gets the database inside of it. */
  transaction<Result>(work: (tx: TransactionDatabase) => Promise<Result>): Promise<Result>
}

/** The database inside a transaction, with Prisma's client on its connection. */
export interface TransactionDatabase extends Database {
  readonly prisma: Prisma.TransactionClient
  /** The same database for the last statement of the transaction, if it only reads: it is sent together with `commit`. */
  ending(): Database
  /** Sends `commit`, unless it was sent. */
  readonly end: () => void
  /** Resolves when Prisma's client has sent its next statement. */
  nextOfPrisma(): Promise<void>
}
