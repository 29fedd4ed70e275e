import { LRUCache } from 'lru-cache'
import type { QueryConfig, QueryResult } from 'pg'
import { ClientDisconnectedError } from '../unavailable.js'
import { type Batch, Batcher } from './batcher.js'
import type { Caller } from './caller.js'
import type { ServicePool } from './service-pool.js'
import { type Outcome, runInTransaction } from './run-in-transaction.js'

/**
 * Group commit. Inserts that raise a company's counter contend for its row lock, which each transaction holds until its
 * commit is on disk. So this process runs one transaction per company at a time, and all statements that arrive during
 * it share the next one, up to ten, and its flush of the write-ahead log. A statement whose client has disconnected
 * while it was queued is not sent.
 */
export function createGroupCommit(pool: ServicePool) {
  const limits = { maxBatchSize: 10, maxConcurrency: 1, queueTimeoutMs: pool.limits.maxWaitMs }
  const batchers = new LRUCache<number, Batcher<Item, QueryResult>>({
    // Evicting the batcher of a company is safe: row locks keep the counters correct.
    max: 1000,
    memoMethod: () => new Batcher(limits, (batch) => commitBatch(pool, batch)),
  })
  return {
    queued: () => [...batchers.values()].reduce((sum, { queued }) => sum + queued, 0),
    send: (companyId: number, statement: QueryConfig, caller: Caller | undefined) =>
      batchers.memo(companyId).add({ statement, caller }),
  }
}

interface Item {
  readonly statement: QueryConfig
  readonly caller: Caller | undefined
}

/** Runs a batch in one transaction. If the transaction is rolled back, runs each statement in its own transaction. */
async function commitBatch(pool: ServicePool, queued: Batch<Item, QueryResult>): Promise<void> {
  const hasDisconnected = ({ item }: (typeof queued)[number]) =>
    item.caller?.disconnect?.isRaised === true
  for (const each of queued) if (hasDisconnected(each)) each.reject(new ClientDisconnectedError())
  const batch = queued.filter((each) => !hasDisconnected(each))
  const statements = batch.map(({ item }) => item.statement)
  const callers = batch.map(({ item }) => item.caller)
  let outcomes: Outcome[] | undefined
  try {
    outcomes = batch.length > 1 ? await runInTransaction(pool, statements, callers) : undefined
  } catch (reason) {
    outcomes = batch.map(() => ({ status: 'rejected', reason }))
  }
  for (const [index, { item, resolve, reject }] of batch.entries()) {
    const outcome = outcomes?.[index]
    if (!outcome) await commitAlone(pool, item).then(resolve, reject)
    else if (outcome.status === 'fulfilled') resolve(outcome.value)
    else reject(outcome.reason)
  }
}

const commitAlone = (pool: ServicePool, { statement, caller }: Item) =>
  pool.write([statement], caller) as Promise<QueryResult>
