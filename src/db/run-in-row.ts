import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { BatchQueue, type Waiting } from './batch-queue.js'
import { longestWait, mayBeBroken, SLOW_MS } from './pool.js'

/**
 * Two connections, so that one is at work while the other's answers are read. Where both take longer than quick
 * statements do, the database or the network is slow there, and others need not be.
 */
const LIMITS = { size: 16, atOnce: 2, slowMs: SLOW_MS }

type Queue = BatchQueue<QueryConfig, QueryResult>
const queues = new WeakMap<Pool, Queue>()

/**
 * Runs a statement that takes the database less time than it takes to send one, such as for a record by its id. While
 * some are under way, others wait, and go over one connection in a row. Each is a transaction of its own.
 */
export function runInRow<Row extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  let queue = queues.get(pool)
  if (!queue) {
    const limits = { ...LIMITS, waitMs: longestWait(pool) }
    queues.set(pool, (queue = new BatchQueue(limits, (batch) => run(pool, batch))))
  }
  return queue.add(statement) as Promise<QueryResult<Row>>
}

async function run(pool: Pool, batch: readonly Waiting<QueryConfig, QueryResult>[]): Promise<void> {
  try {
    const client = await pool.connect()
    let broken = true
    try {
      broken = await answerAll(client, batch)
    } finally {
      client.release(broken)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Sends all at once, answers each when it is done, and says whether the connection is best closed. */
async function answerAll(
  client: PoolClient,
  batch: readonly Waiting<QueryConfig, QueryResult>[],
): Promise<boolean> {
  let broken = false
  await Promise.all(
    batch.map(({ asked, resolve, reject }) =>
      client.query(asked).then(resolve, (error: unknown) => {
        broken ||= mayBeBroken(error)
        reject(error)
      }),
    ),
  )
  return broken
}
