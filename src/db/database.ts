import type { Pool } from 'pg'
import { type Caller, mergeCallers } from './dispatch/caller.js'
import type { Sql } from './dispatch/dispatch.js'
import type { DatabaseStatus, Queues } from './dispatch/queues.js'
import { Sender } from './dispatch/sender.js'
import { runTransaction } from './dispatch/transaction.js'
import { transactionDatabase } from './dispatch/transaction-database.js'
import type { Prisma } from './generated/prisma/client.js'
import type { Executor, PrismaSessions } from './prisma/prisma-sessions.js'
import type { Replicas } from './replicas/replicas.js'

interface Parts {
  /** The connection pool, for transactions of hand-written SQL (the demo) and for tests. ESLint forbids other uses. */
  readonly pool: Pool
  /** Whether the database runs inside this process, on one connection. */
  readonly embedded: boolean
  readonly close: () => Promise<void>
}

interface OwnParts extends Parts {
  readonly prisma: PrismaSessions
  readonly replicas?: Replicas | undefined
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
}

export class OpenDatabase extends Sender implements Database {
  readonly isTransaction = false
  readonly pool
  readonly embedded
  readonly close
  readonly isRestricted

  constructor(
    private readonly shared: Queues,
    private readonly parts: OwnParts,
    private readonly sender: Caller = {},
  ) {
    super(shared, sender)
    this.pool = parts.pool
    this.embedded = parts.embedded
    this.close = parts.close
    this.isRestricted = shared.isRestricted
  }

  get hasReplicas(): boolean {
    return this.parts.replicas?.areInUse ?? false
  }

  status(): DatabaseStatus {
    return { ...this.shared.status(), replicas: this.parts.replicas?.status() ?? [] }
  }

  readingAt(position: bigint | undefined): Database {
    const reads = position === undefined ? undefined : this.parts.replicas?.targetAt(position)
    return reads ? this.forCaller({ credential: this.sender.credential, reads }) : this
  }

  forCaller(caller: Caller): Database {
    return new OpenDatabase(this.shared, this.parts, mergeCallers(this.sender, caller))
  }

  transaction<Result>(work: (tx: TransactionDatabase) => Promise<Result>): Promise<Result> {
    const { settings } = this.envelope()
    return this.whenPermitted(async (connectMs, onStart) => {
      const client = await this.shared.pool.connectWithin(connectMs)
      onStart()
      return runTransaction(client, settings, (transaction) => {
        const executor = this.counting(transaction)
        return this.parts.prisma.use(executor, (prisma) =>
          work(transactionDatabase(this, executor, prisma)),
        )
      })
    })
  }

  private counting(executor: Executor): Executor {
    const { use } = this.sender
    if (!use) return executor
    return { query: (statement) => use.count(statement.text, executor.query(statement)) }
  }
}
