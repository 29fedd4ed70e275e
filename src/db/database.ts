import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { actorOf, beginAs, setActor } from './dispatch/actor.js'
import { type Caller, mergeCallers } from './dispatch/caller.js'
import { countedPrisma } from './dispatch/counted-prisma.js'
import type { Sql } from './dispatch/dispatch.js'
import type { DatabaseStatus, Queues } from './dispatch/queues.js'
import { Sender } from './dispatch/sender.js'
import { prismaOf } from './dispatch/tenant-setting.js'
import type { Prisma, PrismaClient } from './generated/prisma/client.js'
import type { Replicas } from './replicas/replicas.js'
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

interface OwnParts extends Parts {
  readonly replicas?: Replicas | undefined
}

/** An open database: methods that send SQL, and Prisma on the same connections. */
export interface Database extends Sql, Parts {
  /** Whether row-level security applies to its user: then a caller without a company or credential sees no rows. */
  readonly isRestricted: boolean
  /**
   * The same database for a caller. Its statements count towards the limits of its company and session; when its client
   * disconnects, its queued statements are dropped and its reads are cancelled. Statements sent with `prisma` are
   * neither counted nor cancelled. Under row-level security, all statements see the rows of the caller's company only.
   * Fields that `caller` or its actor omits keep their values, except `credential`, which is removed.
   */
  forCaller(caller: Caller): Database
  /**
   * The actor for audit entries of the caller's writes, as JSON: a parameter of statements that call `set_config`
   * themselves (see `SetsActor`).
   */
  readonly actor: string
  /**
   * The same database, but a replica that has all transactions up to `position` may answer its reads. Writes,
   * transactions and Prisma's statements are sent to the primary. If `position` is undefined, reads are sent to the
   * primary, too.
   */
  readingAt(position: bigint | undefined): Database
  /** Whether a replica is in use. If none is, the caller need not read a position. */
  readonly hasReplicas: boolean
  /** Returns the current number of connections and of queued statements, and the state of the replicas. */
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
  /** Like `transaction`, but without Prisma. */
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
    private readonly parts: OwnParts,
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

  get actor(): string {
    return actorOf(this.sender)
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
    const merged = mergeCallers(this.sender, caller)
    return new OpenDatabase(this.shared, this.parts, merged, this.prismaOfCompany)
  }

  transaction<Result>(
    work: (db: Database, prisma: Prisma.TransactionClient) => Promise<Result>,
  ): Promise<Result> {
    return this.whenPermitted((_connectMs, onStart) => {
      onStart()
      return this.prisma.$transaction(async (prisma) => {
        const { actor, use } = this.sender
        const own = actor && (await connectionOf(prisma))
        const named = own?.client.query(setActor(this.sender))
        const database = transactionDatabase(this, async () => own ?? connectionOf(prisma), use)
        const [result] = await Promise.all([work(database, prisma), named])
        return result
      })
    })
  }

  sqlTransaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const begin = beginAs(this.sender)
    return this.whenPermitted((connectMs, onStart) =>
      sqlTransaction(this.shared.pool, { connectMs, onStart, begin }, (own) =>
        work(transactionDatabase(this, async () => own, this.sender.use)),
      ),
    )
  }
}
