import { LRUCache } from 'lru-cache'
import type { Pool, QueryConfig, QueryResult } from 'pg'
import { type Batch, Batcher } from './batcher.js'
import { queueTimeoutOf } from './pool.js'
import { type Outcome, runInTransaction } from './run-in-transaction.js'

/**
 * Group commit. Inserts that raise a company's counter contend for its row lock, which each transaction holds until its
 * commit is on disk. So this process runs one transaction per company at a time, and all statements that arrive during
 * it share the next one, up to ten, and its flush of the write-ahead log.
 */
export function createGroupCommit(pool: Pool) {
  const limits = { maxBatchSize: 10, maxConcurrency: 1, queueTimeoutMs: queueTimeoutOf(pool) }
  const batchers = new LRUCache<number, Batcher<QueryConfig, QueryResult>>({
    // Evicting the batcher of a company is safe: row locks keep the counters correct.
    max: 1000,
    memoMethod: () => new Batcher(limits, (batch) => commitBatch(pool, batch)),
  })
  return (companyId: number, statement: QueryConfig) => batchers.memo(companyId).add(statement)
}

/** Runs a batch in one transaction. If that is rolled back, runs each statement in its own transaction. */
async function commitBatch(pool: Pool, batch: Batch<QueryConfig, QueryResult>): Promise<void> {
  const statements = batch.map(({ item }) => item)
  let outcomes: Outcome[] | undefined
  try {
    outcomes = batch.length > 1 ? await runInTransaction(pool, statements) : undefined
  } catch (reason) {
    outcomes = batch.map(() => ({ status: 'rejected', reason }))
  }
  for (const [index, { item, resolve, reject }] of batch.entries()) {
    const outcome = outcomes?.[index]
    if (!outcome) await pool.query(item).then(resolve, reject)
    else if (outcome.status === 'fulfilled') resolve(outcome.value)
    else reject(outcome.reason)
  }
}
