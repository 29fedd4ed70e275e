import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { type Batch, Batcher, SLOW_MS } from './batcher.js'
import { mayBeBroken, queueTimeoutOf } from './pool.js'

/** Two connections: one sends a batch while the results of the other are read. Others are used if both are slow. */
const LIMITS = { maxBatchSize: 16, maxConcurrency: 2, slowMs: SLOW_MS }

/**
 * Pipelines statements: those that arrive while both connections are busy are sent together over the next free one,
 * before the first result arrives. Each is a transaction of its own.
 */
export function createPipeline(pool: Pool): (statement: QueryConfig) => Promise<QueryResult> {
  const batcher = new Batcher<QueryConfig, QueryResult>(
    { ...LIMITS, queueTimeoutMs: queueTimeoutOf(pool) },
    (batch) => sendBatch(pool, batch),
  )
  return (statement) => batcher.add(statement)
}

async function sendBatch(pool: Pool, batch: Batch<QueryConfig, QueryResult>): Promise<void> {
  try {
    const client = await pool.connect()
    let broken = true
    try {
      broken = await sendAll(client, batch)
    } finally {
      client.release(broken)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Settles each item when its own result arrives. Returns whether the connection must be closed afterwards. */
async function sendAll(
  client: PoolClient,
  batch: Batch<QueryConfig, QueryResult>,
): Promise<boolean> {
  let broken = false
  const sent = batch.map(({ item, resolve, reject }) =>
    client.query(item).then(resolve, (error: unknown) => {
      broken ||= mayBeBroken(error)
      reject(error)
    }),
  )
  await Promise.all(sent)
  return broken
}
