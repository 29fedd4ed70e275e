import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { BusyError } from '../unavailable.js'
import { beginWith, type Envelope } from './envelope.js'
import { sentForm } from './on-shard.js'

/** The time limit of a transaction. */
export const TRANSACTION_MS = 15_000

/**
 * With this setting, each prepared statement of a transaction is planned once for any values. Otherwise PostgreSQL plans those of
 * Prisma's client each time, because they have a parameter for `limit`; this takes longer than the statement itself. Citus has no
 * plans for any values: it finds the server of a company by the value.
 */
export const PLANS = 'set local plan_cache_mode = force_generic_plan'

/** Sends the statements of a transaction on its connection, in the order of the calls. */
export class Transaction {
  private begun: Promise<QueryResult> | undefined
  /** The end, as soon as it was sent: then the connection may belong to another caller. */
  private ended: Promise<unknown> | undefined
  private committed: Promise<QueryResult> | undefined

  constructor(
    private readonly client: PoolClient,
    private readonly envelope: Envelope,
  ) {}

  /** The first statement is sent together with `begin`. Rejects with a BusyError after the end of the transaction. */
  query(query: QueryConfig): Promise<QueryResult> {
    if (this.ended) return Promise.reject(new BusyError())
    const statement = sentForm(query, this.envelope.isSharded)
    if (this.begun) return this.client.query(statement)
    for (const text of beginWith(this.envelope)) {
      this.begun = this.client.query(text)
      this.begun.catch(() => undefined)
    }
    return this.client.query(statement)
  }

  /** Sends the last statement together with `commit`: one round trip less, during which rows are locked. */
  queryLast(statement: QueryConfig): Promise<QueryResult> {
    const result = this.query(statement)
    this.end()
    return result
  }

  readonly end = (): void => {
    if (this.begun && !this.ended) this.sendCommit().catch(() => undefined)
  }

  /** Rejects if the transaction was rolled back, because a statement had failed or it took too long. */
  async commit(): Promise<void> {
    if (!this.committed && this.ended) throw new BusyError()
    if (!this.begun) {
      this.ended = Promise.resolve()
      return
    }
    await this.begun
    const { command } = await (this.committed ?? this.sendCommit())
    // If a statement failed, PostgreSQL responds to `commit` with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('expected a commit, but a statement had failed')
  }

  private sendCommit(): Promise<QueryResult> {
    this.committed = this.client.query('commit')
    this.ended = this.committed
    return this.committed
  }

  /** Returns whether the connection can be used again. */
  async rollback(): Promise<boolean> {
    this.ended ??= this.begun ? this.client.query('rollback') : Promise.resolve()
    return this.ended.then(
      () => true,
      () => false,
    )
  }
}

/**
 * Runs a transaction on a connection. Rolls back if `work` rejects, or takes longer than the time limit of a transaction.
 */
export async function runTransaction<Result>(
  client: PoolClient,
  envelope: Envelope,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = new Transaction(client, envelope)
  const timer = setTimeout(() => void transaction.rollback(), TRANSACTION_MS)
  let isReusable = false
  try {
    const result = await work(transaction)
    await transaction.commit()
    isReusable = true
    return result
  } catch (error) {
    isReusable = await transaction.rollback()
    throw error
  } finally {
    clearTimeout(timer)
    client.release(!isReusable)
  }
}
