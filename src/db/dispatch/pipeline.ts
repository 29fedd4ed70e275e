import type { Pool, QueryConfig, QueryResult } from 'pg'
import { type Batch, Batcher, SLOW_MS } from './batcher.js'
import { inOneWrite } from './one-write.js'
import { mayBeBroken, queueTimeoutOf } from './pool.js'

/**
 * Pipelines statements on two connections: statements that arrive while both are busy are sent together on the next
 * free one, without waiting for results in between. If both are slow, a third is used. Each statement is a transaction.
 */
export function createPipeline(pool: Pool) {
  const queueTimeoutMs = queueTimeoutOf(pool)
  const limits = { maxBatchSize: 16, maxConcurrency: 2, slowMs: SLOW_MS, queueTimeoutMs }
  const batcher = new Batcher<QueryConfig, QueryResult>(limits, (batch) => sendBatch(pool, batch))
  return (statement: QueryConfig) => batcher.add(statement)
}

/** Settles each item when its own result arrives. */
async function sendBatch(pool: Pool, batch: Batch<QueryConfig, QueryResult>): Promise<void> {
  try {
    const client = await pool.connect()
    let broken = true
    try {
      const sent = inOneWrite(client, () =>
        batch.map(({ item, resolve, reject }) =>
          client.query(item).then(resolve, (error: unknown) => {
            reject(error)
            return mayBeBroken(error)
          }),
        ),
      )
      broken = (await Promise.all(sent)).includes(true)
    } finally {
      client.release(broken)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
