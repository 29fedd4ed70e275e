import { LRUCache } from 'lru-cache'
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { BatchQueue, type Waiting } from '../db/batch-queue.js'
import { longestWait } from '../db/pool.js'
import { type Outcome, RolledBackError, runTogether } from '../db/run-together.js'

/** Ten share a transaction, and with it one flush to the disk. */
const LIMITS = { size: 10, atOnce: 1 }

/** The queues of how many companies are remembered: a second one for the same would only be of less use. */
const MOST_QUEUES = 1000

type Queue = BatchQueue<QueryConfig, QueryResult>
const queuesOf = new WeakMap<Pool, LRUCache<number, Queue>>()

/**
 * Runs a statement that raises a counter of the company. All that do queue for the company's row, and hold it until
 * they are on the disk. So those of this process take turns before that: while some are under way others wait, and go
 * next in one transaction. It is the row's lock that keeps numbers apart, also from other processes.
 */
export function inCompanyTurn<Row extends QueryResultRow>(
  pool: Pool,
  companyId: number,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  return queueOf(pool, companyId).add(statement) as Promise<QueryResult<Row>>
}

function queueOf(pool: Pool, companyId: number): Queue {
  let queues = queuesOf.get(pool)
  if (!queues) queuesOf.set(pool, (queues = new LRUCache({ max: MOST_QUEUES })))
  let queue = queues.get(companyId)
  if (!queue) {
    const limits = { ...LIMITS, waitMs: longestWait(pool) }
    queues.set(companyId, (queue = new BatchQueue(limits, (batch) => run(pool, batch))))
  }
  return queue
}

/** Runs what waited together; one after the other where one of them broke a rule, for the others did not. */
async function run(pool: Pool, batch: readonly Waiting<QueryConfig, QueryResult>[]): Promise<void> {
  const outcomes = batch.length > 1 ? await outcomesOf(pool, batch) : undefined
  for (const [index, { asked, resolve, reject }] of batch.entries()) {
    const outcome = outcomes?.[index]
    if (!outcome) await pool.query(asked).then(resolve, reject)
    else if (outcome.status === 'fulfilled') resolve(outcome.value)
    else reject(outcome.reason)
  }
}

/** What became of each in one transaction; undefined where that was rolled back. */
async function outcomesOf(
  pool: Pool,
  batch: readonly Waiting<QueryConfig, QueryResult>[],
): Promise<Outcome[] | undefined> {
  try {
    return await runTogether(
      pool,
      batch.map(({ asked }) => asked),
    )
  } catch (reason) {
    if (reason instanceof RolledBackError) return undefined
    return batch.map(() => ({ status: 'rejected', reason }))
  }
}
