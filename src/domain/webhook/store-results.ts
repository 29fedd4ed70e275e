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
  private readonly batchers = new LRUCache<number, Batcher<StoredResult, boolean>>({
    // Without its batcher, a company has two statements at a time for a moment.
    max: 1000,
    memoMethod: (companyId) => new Batcher(LIMITS, (batch) => this.storeBatch(companyId, batch)),
  })

  constructor(private readonly db: Pick<Database, 'forCaller'>) {}

  /** Returns whether the last attempt of the webhook has failed. Has no effect if the delivery was claimed again meanwhile. */
  store(result: StoredResult): Promise<boolean> {
    return this.batchers.memo(result.delivery.companyId).add(result)
  }

  private async storeBatch(companyId: number, batch: Batch<StoredResult, boolean>): Promise<void> {
    const results = batch.map(({ item }) => item)
    try {
      const { rows } = await this.db
        .forCaller({ companyId })
        .write<{ id: number; failing: boolean }>({
          name: 'finish-deliveries',
          text: FINISH,
          values: [
            ...[companyId, results.map(({ delivery }) => delivery.id)],
            results.map(({ delivery }) => delivery.attempts),
            ...[results.map(({ state }) => state), results.map(({ at }) => at), results.map(logOf)],
          ],
        })
      const failing = new Set(rows.flatMap(({ id, failing }) => (failing ? [id] : [])))
      for (const { item, resolve } of batch) resolve(failing.has(item.delivery.id))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

const logOf = ({ delivery, attempt }: StoredResult) =>
  JSON.stringify([...delivery.attemptLog, attempt].slice(-SHOWN))

const FINISH = `
update webhook_delivery d set state = r.state, claimed_until = null, next_attempt_at = r.at, attempt_log = r.log,
  retries = d.retries + case when r.state = 'delivered' then 0 else 1 end,
  delivered_at = case when r.state = 'delivered' then r.at else d.delivered_at end
from unnest($2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::jsonb[]) as r (id, attempts, state, at, log), webhook w
where d.company_id = $1::int and d.id = r.id and d.attempts = r.attempts and d.state = 'pending'
  and w.company_id = $1::int and w.id = d.webhook_id
returning d.id, w.failing_since is not null as failing`
