import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connect.js'
import { type Batch, Batcher } from '../../db/batcher.js'
import type { Attempt, ClaimedDelivery } from './claim-deliveries.js'

/** What an attempt changes in its delivery. */
export interface StoredResult {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly state: 'delivered' | 'failed' | 'pending'
  /** When it was delivered, or when the next attempt is due. */
  readonly at: Date
}

/** How many attempts the log of a delivery shows. */
const SHOWN = 10

/** One statement runs for a company at a time. */
const LIMITS = { maxBatchSize: 200, maxConcurrency: 1 }

/**
 * Stores results of attempts. All results of a company that arrive during its statement share the next one: so a thousand deliveries that
 * end together are a few transactions.
 */
export class ResultStore {
  private readonly batchers = new LRUCache<number, Batcher<StoredResult, void>>({
    // Without its batcher, a company has two statements at a time for a moment.
    max: 1000,
    memoMethod: (companyId) => new Batcher(LIMITS, (batch) => this.storeBatch(companyId, batch)),
  })

  constructor(private readonly db: Pick<Database, 'forCaller'>) {}

  /** Has no effect if the delivery was claimed again meanwhile. */
  store(result: StoredResult): Promise<void> {
    return this.batchers.memo(result.delivery.companyId).add(result)
  }

  private async storeBatch(companyId: number, batch: Batch<StoredResult, void>): Promise<void> {
    const results = batch.map(({ item }) => item)
    try {
      await this.db.forCaller({ companyId }).write({
        name: 'finish-deliveries',
        text: FINISH,
        values: [
          ...[companyId, results.map(({ delivery }) => delivery.id)],
          ...[results.map(({ delivery }) => delivery.attempts), results.map(({ state }) => state)],
          ...[results.map(({ at }) => at), results.map(logOf)],
        ],
      })
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

const logOf = ({ delivery, attempt }: StoredResult) =>
  JSON.stringify([...delivery.attemptLog, attempt].slice(-SHOWN))

const FINISH = `
update webhook_delivery set state = r.state, claimed_until = null, next_attempt_at = r.at, attempt_log = r.log,
  retries = retries + case when r.state = 'delivered' then 0 else 1 end,
  delivered_at = case when r.state = 'delivered' then r.at else delivered_at end
from unnest($2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::jsonb[]) as r (id, attempts, state, at, log)
where company_id = $1::int and webhook_delivery.id = r.id and webhook_delivery.attempts = r.attempts
  and webhook_delivery.state = 'pending'`
