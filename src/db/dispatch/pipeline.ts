import type { Pool, QueryConfig, QueryResult } from 'pg'
import { type Batch, Batcher, SLOW_MS } from './batcher.js'
import { mayBeBroken, queueTimeoutOf } from './pool.js'

/** Two connections: while one executes a batch, the next is sent on the other. If both are slow, a third is used. */
const LIMITS = { maxBatchSize: 16, maxConcurrency: 2, slowMs: SLOW_MS }

/**
 * Pipelines statements: those that arrive while both connections are busy are sent together on the next free one, without
 * waiting for results in between. Each statement is a separate transaction.
 */
export function createPipeline(pool: Pool): (statement: QueryConfig) => Promise<QueryResult> {
  const batcher = new Batcher<QueryConfig, QueryResult>(
    { ...LIMITS, queueTimeoutMs: queueTimeoutOf(pool) },
    (batch) => sendBatch(pool, batch),
  )
  return (statement) => batcher.add(statement)
}

/** Settles each item when its own result arrives. */
async function sendBatch(pool: Pool, batch: Batch<QueryConfig, QueryResult>): Promise<void> {
  try {
    const client = await pool.connect()
    let broken = true
    try {
      const sent = batch.map(({ item, resolve, reject }) =>
        client.query(item).then(resolve, (error: unknown) => {
          reject(error)
          return mayBeBroken(error)
        }),
      )
      broken = (await Promise.all(sent)).includes(true)
    } finally {
      client.release(broken)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
