import type { Database, Parts, TransactionDatabase } from './database.js'
import { type Caller, mergeCallers } from './dispatch/caller.js'
import type { DatabaseStatus, Queues } from './dispatch/queues.js'
import { Sender } from './dispatch/sender.js'
import { joinSettings } from './dispatch/envelope.js'
import { PLANS, runTransaction } from './dispatch/transaction.js'
import { transactionDatabase } from './dispatch/transaction-database.js'
import type { PrismaSessions } from './prisma/prisma-sessions.js'
import type { Executor } from './prisma/session-connection.js'
import type { ReadTarget } from './replicas/read-target.js'
import type { Replicas } from './replicas/replicas.js'

/** What the database objects of all callers share. */
interface OwnParts extends Parts {
  readonly prisma: PrismaSessions
  readonly replicas?: Replicas | undefined
}

/** An open database outside of a transaction. */
export class OpenDatabase extends Sender implements Database {
  readonly isTransaction = false
  readonly pool
  readonly embedded
  readonly stores
  readonly close
  readonly isRestricted

  constructor(
    private readonly shared: Queues,
    private readonly parts: OwnParts,
    private readonly sender: Caller = {},
    target?: ReadTarget,
  ) {
    super(shared, sender, target)
    this.pool = parts.pool
    this.embedded = parts.embedded
    this.stores = parts.stores
    this.close = parts.close
    this.isRestricted = shared.kind.isRestricted
  }

  get hasReplicas(): boolean {
    return this.parts.replicas?.areInUse ?? false
  }

  status(): DatabaseStatus {
    return { ...this.shared.status(), replicas: this.parts.replicas?.status() ?? [] }
  }

  readingAt(position: bigint | undefined): Database {
    const target = position === undefined ? undefined : this.parts.replicas?.targetAt(position)
    return target ? new OpenDatabase(this.shared, this.parts, this.sender, target) : this
  }

  forCaller(caller: Caller): Database {
    return new OpenDatabase(this.shared, this.parts, mergeCallers(this.sender, caller), this.target)
  }

  transaction<Result>(work: (tx: TransactionDatabase) => Promise<Result>): Promise<Result> {
    const { settings, isSharded = false } = this.envelope()
    const envelope = { settings: joinSettings(isSharded ? '' : PLANS, settings), isSharded }
    return this.whenPermitted(async (connectMs, onStart) => {
      const client = await this.shared.pool.connectWithin(connectMs)
      onStart()
      return runTransaction(client, envelope, (transaction) => {
        const executor = this.counting(transaction)
        return this.parts.prisma.use(executor, (session) =>
          work(transactionDatabase(this, executor, session)),
        )
      })
    })
  }

  private counting(executor: Executor): Executor {
    const { use } = this.sender
    if (!use) return executor
    return {
      query: (statement) => use.count(statement.text, executor.query(statement)),
      queryLast: (statement) => use.count(statement.text, executor.queryLast(statement)),
      end: executor.end,
    }
  }
}
