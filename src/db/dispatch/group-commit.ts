import { LRUCache } from 'lru-cache'
import type { Pool, QueryConfig, QueryResult } from 'pg'
import { type Batch, Batcher } from './batcher.js'
import { queueTimeoutOf } from './pool.js'
import { type Outcome, RolledBackError, runInTransaction } from './run-in-transaction.js'

/** At most ten statements share a transaction, and one flush of the write-ahead log. */
const LIMITS = { maxBatchSize: 10, maxConcurrency: 1 }

/** One batcher per company, while it is among the last used. PostgreSQL's row lock is what keeps the counters correct. */
const MAX_BATCHERS = 1000

type Send = (companyId: number, statement: QueryConfig) => Promise<QueryResult>
type Statements = Batch<QueryConfig, QueryResult>

/**
 * Group commit: inserts that raise a company's counter contend for its row lock, each until its commit is on disk. So
 * this process runs one transaction per company at a time. Statements that arrive during it share the next one.
 */
export function createGroupCommit(pool: Pool): Send {
  const batchers = new LRUCache<number, Batcher<QueryConfig, QueryResult>>({ max: MAX_BATCHERS })
  const limits = { ...LIMITS, queueTimeoutMs: queueTimeoutOf(pool) }
  return (companyId, statement) => {
    let batcher = batchers.get(companyId)
    if (!batcher) {
      batcher = new Batcher(limits, (batch) => commitBatch(pool, batch))
      batchers.set(companyId, batcher)
    }
    return batcher.add(statement)
  }
}

/** Runs a batch in one transaction. If that is rolled back, runs its statements one after the other. */
async function commitBatch(pool: Pool, batch: Statements): Promise<void> {
  const outcomes = batch.length > 1 ? await outcomesOf(pool, batch) : undefined
  for (const [index, { item, resolve, reject }] of batch.entries()) {
    const outcome = outcomes?.[index]
    if (!outcome) await pool.query(item).then(resolve, reject)
    else if (outcome.status === 'fulfilled') resolve(outcome.value)
    else reject(outcome.reason)
  }
}

/** The outcome of each statement in one transaction; undefined if it was rolled back. */
async function outcomesOf(pool: Pool, batch: Statements): Promise<Outcome[] | undefined> {
  const statements = batch.map(({ item }) => item)
  try {
    return await runInTransaction(pool, statements)
  } catch (reason) {
    if (reason instanceof RolledBackError) return undefined
    return batch.map(() => ({ status: 'rejected', reason }))
  }
}
