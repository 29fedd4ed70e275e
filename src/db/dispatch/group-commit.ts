import { LRUCache } from 'lru-cache'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { ClientDisconnectedError, isConflict, isDatabaseUnavailable } from '../unavailable.js'
import { type Batch, Batcher } from '../batcher.js'
import type { Caller } from './caller.js'
import { beginWith, joinSettings } from './envelope.js'
import { mayBeBroken, type ServicePool } from './service-pool.js'

/** A statement that raises a counter of a company. */
export interface CompanyWrite {
  readonly statement: QueryConfig
  readonly caller: Caller | undefined
  /** The settings of the transaction, which are equal for all writes of a company. */
  readonly company: string
  /** The settings of the statement. */
  readonly actor: string
  readonly isSharded: boolean
}

/**
 * Group commit. Inserts that raise a company's counter contend for its row lock, which each transaction holds until its
 * commit is on disk. So this process runs one transaction per company at a time, and all statements that arrive during
 * it share the next one, up to ten, and its flush of the write-ahead log. A statement whose client has disconnected
 * while it was queued is not sent.
 */
export function createGroupCommit(pool: ServicePool) {
  const limits = { maxBatchSize: 10, maxConcurrency: 1, queueTimeoutMs: pool.limits.maxWaitMs }
  const batchers = new LRUCache<number, Batcher<CompanyWrite, QueryResult>>({
    // Evicting the batcher of a company is safe: row locks keep the counters correct.
    max: 1000,
    memoMethod: (companyId) => new Batcher(limits, (batch) => commitBatch(pool, companyId, batch)),
  })
  return {
    queued: () => [...batchers.values()].reduce((sum, { queued }) => sum + queued, 0),
    send: (companyId: number, write: CompanyWrite) => batchers.memo(companyId).add(write),
  }
}

/** Runs a batch in one transaction. If the transaction is rolled back, runs each statement in its own transaction. */
async function commitBatch(
  pool: ServicePool,
  companyId: number,
  queued: Batch<CompanyWrite, QueryResult>,
): Promise<void> {
  const hasDisconnected = ({ item }: (typeof queued)[number]) =>
    item.caller?.disconnect?.isRaised === true
  for (const each of queued) if (hasDisconnected(each)) each.reject(new ClientDisconnectedError())
  const batch = queued.filter((each) => !hasDisconnected(each))
  let outcomes: Outcome[] | undefined
  try {
    const writes = batch.map(({ item }) => item)
    outcomes = batch.length > 1 ? await commitTogether(pool, writes, companyId) : undefined
  } catch (reason) {
    outcomes = batch.map(() => ({ status: 'rejected', reason }))
  }
  for (const [index, { item, resolve, reject }] of batch.entries()) {
    const outcome = outcomes?.[index]
    if (!outcome)
      await pool.write(item.statement, item.caller, envelopeOf(item)).then(resolve, reject)
    else if (outcome.status === 'fulfilled') resolve(outcome.value)
    else reject(outcome.reason)
  }
}

const envelopeOf = ({ company, actor, isSharded }: CompanyWrite) => ({
  settings: joinSettings(company, actor),
  isSharded,
})

type Outcome = PromiseSettledResult<QueryResult>

/**
 * Runs statements in one transaction, which counts as one write of the company. `begin`, the statements and `commit` are
 * pipelined, so that locks are not held during network round trips. Returns the outcome of each statement, or undefined
 * if a statement failed, so that the transaction was rolled back. Rejects if the database is unavailable. If the
 * connection broke, it is unknown whether the transaction was committed.
 */
export const commitTogether = (
  pool: ServicePool,
  writes: readonly Omit<CompanyWrite, 'caller'>[],
  companyId: number,
): Promise<Outcome[] | undefined> =>
  pool.writes.add({
    caller: { companyId },
    run: async (connectMs, onStart) => {
      const client = await pool.connectWithin(connectMs)
      onStart()
      return sendTogether(client, writes)
    },
  })

async function sendTogether(
  client: PoolClient,
  writes: readonly Omit<CompanyWrite, 'caller'>[],
): Promise<Outcome[] | undefined> {
  let broken = true
  try {
    const { company = '', isSharded = false } = writes[0] ?? {}
    const begin = beginWith({ settings: company, isSharded })
    const settings = begin.map((text) => client.query(text))
    const sent = writes.map(({ statement, actor }) => {
      if (actor) settings.push(client.query(actor))
      return client.query(statement)
    })
    const committed = client.query('commit')
    // The connection goes back to the pool only after all results, even if the first statement fails.
    const [outcomes] = await Promise.all([
      Promise.allSettled(sent),
      Promise.allSettled([...settings, committed]),
    ])
    const { command } = await committed
    const reasons = outcomes.filter(isRejected).map(({ reason }): unknown => reason)
    broken = reasons.some(mayBeBroken)
    // If a statement failed, PostgreSQL responds to `commit` with ROLLBACK.
    if (command === 'COMMIT') return outcomes
    const [cause] = reasons
    if (isDatabaseUnavailable(cause) && !isConflict(cause)) throw cause
    return undefined
  } finally {
    client.release(broken)
  }
}

const isRejected = (outcome: Outcome) => outcome.status === 'rejected'
