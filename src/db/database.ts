import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Caller } from './dispatch/caller.js'
import { countedPrisma } from './dispatch/counted-prisma.js'
import type { Sql } from './dispatch/dispatch.js'
import type { DatabaseStatus, Queues } from './dispatch/queues.js'
import { Sender } from './dispatch/sender.js'
import { prismaOf } from './dispatch/tenant-setting.js'
import type { Prisma, PrismaClient } from './generated/prisma/client.js'
import { connectionOf } from './transaction/connection-adapter.js'
import { sqlTransaction } from './transaction/sql-transaction.js'
import { transactionDatabase } from './transaction/transaction-database.js'

interface Parts {
  readonly prisma: PrismaClient
  /** The connection pool, for transactions of hand-written SQL (the demo) and for tests. ESLint forbids other uses. */
  readonly pool: Pool
  /** Whether the database runs inside this process, on one connection. */
  readonly embedded: boolean
  readonly close: () => Promise<void>
}

/** An open database: methods that send SQL, and Prisma on the same connections. */
export interface Database extends Sql, Parts {
  /**
   * Whether its user is subject to row-level security. If so, a caller without a company or credential sees no rows.
   */
  readonly isRestricted: boolean
  /**
   * The same database for a caller. Its statements count towards the limits of its company and session; when its client
   * disconnects, queued ones are dropped and reads are cancelled. Neither applies to statements sent with `prisma`.
   * Under row-level security, all statements see the rows of the caller's company only. Fields that `caller` omits keep
   * their values, except the credential, which is removed.
   */
  forCaller(caller: Caller): Database
  /** Its connections and queues now. */
  status(): DatabaseStatus
  /** Whether this is the database inside a transaction. */
  readonly isTransaction: boolean
  /**
   * Runs a transaction, which is rolled back if `work` rejects. Both arguments of `work` send statements on the
   * transaction's connection.
   */
  transaction<Result>(
    work: (db: Database, prisma: Prisma.TransactionClient) => Promise<Result>,
  ): Promise<Result>
  /** The same without Prisma. */
  sqlTransaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
}

/** The most companies whose Prisma clients are cached. */
const MAX_COMPANIES = 1000

export class OpenDatabase extends Sender implements Database {
  readonly isTransaction = false
  readonly pool
  readonly embedded
  readonly close
  readonly isRestricted

  constructor(
    private readonly shared: Queues,
    private readonly parts: Parts,
    private readonly sender: Caller = {},
    private readonly prismaOfCompany = new LRUCache<number, PrismaClient>({
      max: MAX_COMPANIES,
      memoMethod: (companyId) => prismaOf(parts.prisma, { companyId }),
    }),
  ) {
    super(shared, sender)
    this.pool = parts.pool
    this.embedded = parts.embedded
    this.close = parts.close
    this.isRestricted = shared.isRestricted
  }

  get prisma(): PrismaClient {
    const { companyId, use } = this.sender
    const prisma =
      this.isRestricted && companyId !== undefined
        ? this.prismaOfCompany.memo(companyId)
        : this.parts.prisma
    return use ? countedPrisma(prisma, use) : prisma
  }

  status(): DatabaseStatus {
    return this.shared.status()
  }

  forCaller(caller: Caller): Database {
    const merged = { ...this.sender, credential: undefined, ...caller }
    return new OpenDatabase(this.shared, this.parts, merged, this.prismaOfCompany)
  }

  transaction<Result>(
    work: (db: Database, prisma: Prisma.TransactionClient) => Promise<Result>,
  ): Promise<Result> {
    return this.whenPlaced((_connectMs, onStart) => {
      onStart()
      return this.prisma.$transaction((prisma) =>
        work(
          transactionDatabase(this, () => connectionOf(prisma), this.sender.use),
          prisma,
        ),
      )
    })
  }

  sqlTransaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    return this.whenPlaced((connectMs, onStart) =>
      sqlTransaction(this.shared.pool, { connectMs, onStart }, (connection) =>
        work(transactionDatabase(this, () => Promise.resolve(connection), this.sender.use)),
      ),
    )
  }
}
