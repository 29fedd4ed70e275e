import type { PoolClient, QueryResult } from 'pg'
import { ClientDisconnectedError } from '../unavailable.js'
import { type Batch, Batcher } from '../batcher.js'
import { cancelStatement } from './cancel.js'
import { type KnownSpeeds, SLOW_MS } from './known-speeds.js'
import { sendOne } from './envelope.js'
import type { Read } from './read-task.js'
import { mayBeBroken, type ServicePool } from './service-pool.js'

type PipelineBatch = Batch<Read, QueryResult>

/** The pause between two cancel requests for one connection. */
const CANCEL_PAUSE_MS = 20

/**
 * Pipelines statements that only read on two connections: statements that arrive while both are busy are sent together
 * on the next free one, without waiting for results in between. If both are slow, a third is used. Each statement is a
 * transaction. A slow statement delays those behind it on the connection: after 100 ms, all statements that have no
 * result yet are cancelled, and `send` sends each of them again, on a connection of its own. A text that was slow the
 * last time is sent with `send`.
 */
export function createPipeline(
  pool: ServicePool,
  speeds: KnownSpeeds,
  send: (read: Read) => Promise<QueryResult>,
) {
  const { queueTimeoutMs } = pool.limits
  const limits = { maxBatchSize: 16, maxConcurrency: 2, slowMs: SLOW_MS, queueTimeoutMs }
  const sendAgain = (unfinished: PipelineBatch) => {
    const [slow] = unfinished
    if (slow) speeds.set(slow.item.statement.text, false)
    for (const { item, resolve, reject } of unfinished) send(item).then(resolve, reject)
  }
  const batcher = new Batcher<Read, QueryResult>(limits, (batch) =>
    sendBatch(pool, batch, sendAgain),
  )
  return {
    queued: () => batcher.queued,
    send: (read: Read): Promise<QueryResult> =>
      speeds.isQuick(read.statement.text) === false ? send(read) : batcher.add(read),
  }
}

/** Settles each item when its own result arrives. Calls `onSlow` with the unfinished items after 100 ms. */
async function sendBatch(
  pool: ServicePool,
  batch: PipelineBatch,
  onSlow: (unfinished: PipelineBatch) => void,
): Promise<void> {
  const [first] = batch
  const waitedMs = first ? performance.now() - first.since : 0
  try {
    const client = await pool.connectWithin(
      Math.max(pool.limits.queueTimeoutMs - waitedMs, SLOW_MS),
    )
    const unfinished = new Set(batch)
    let cancelled: Promise<boolean> | undefined
    const timer = setTimeout(() => {
      if (!pool.limits.canCancel || unfinished.size === 0) return
      cancelled = cancelAll(client, unfinished)
      onSlow([...unfinished])
    }, SLOW_MS)
    // After the statements are sent again, their errors on this connection come from the cancellation.
    const isSentAgain = () => cancelled !== undefined
    let broken = true
    try {
      const sent = batch.map((queued) =>
        sendRead(client, queued, isSentAgain).finally(() => unfinished.delete(queued)),
      )
      broken = (await Promise.all(sent)).includes(true)
    } finally {
      clearTimeout(timer)
      const isReusable = !cancelled || (await cancelled)
      client.release(broken || !isReusable)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Returns whether the connection may be broken. */
async function sendRead(
  client: PoolClient,
  { item: { statement, caller, envelope }, resolve, reject }: PipelineBatch[number],
  isSentAgain: () => boolean,
): Promise<boolean> {
  if (caller?.disconnect?.isRaised) {
    reject(new ClientDisconnectedError())
    return false
  }
  try {
    resolve(await sendOne(client, statement, envelope))
    return false
  } catch (error) {
    if (!isSentAgain()) reject(error)
    return mayBeBroken(error)
  }
}

/**
 * Cancels the statements that were sent on a connection, one after the other. Resolves to whether the connection may be
 * used again.
 */
async function cancelAll(client: PoolClient, unfinished: ReadonlySet<unknown>): Promise<boolean> {
  while (unfinished.size > 0) {
    if (!(await cancelStatement(client))) return false
    await new Promise((resolve) => setTimeout(resolve, CANCEL_PAUSE_MS))
  }
  return true
}
