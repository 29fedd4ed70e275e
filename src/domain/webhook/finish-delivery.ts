import type { Database } from '../../db/connect.js'
import type { Attempt, ClaimedDelivery } from './claim-deliveries.js'
import { retryDelay } from './retry-schedule.js'
import type { ResultStore } from './store-results.js'

/** The result of an attempt. */
export interface AttemptResult extends Attempt {
  readonly retryAfterMs?: number | undefined
}

/** The receiver does not want any more events. */
const GONE = 410

/** What an attempt has led to. */
export type Outcome = 'delivered' | 'retried' | 'failed' | 'disabled'

export const isAccepted = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

/**
 * Stores the result of an attempt. After the last attempt, the delivery has failed; if the webhook has accepted no other event since the
 * first attempt of this delivery, the webhook is disabled.
 */
export async function finishDelivery(
  db: Pick<Database, 'forCaller'>,
  results: ResultStore,
  delivery: ClaimedDelivery,
  { retryAfterMs, ...attempt }: AttemptResult,
): Promise<Outcome> {
  const { companyId, webhookId } = delivery
  const own = db.forCaller({ companyId, actor: { operation: 'deliverWebhook' } })
  const now = Date.now()
  if (isAccepted(attempt)) {
    const isFailing = await results.store({
      ...{ delivery, attempt, state: 'delivered', at: new Date(now) },
    })
    if (isFailing) await own.write(change('end-failures', END_FAILURES, [companyId, webhookId]))
    return 'delivered'
  }
  const delay =
    attempt.status === GONE
      ? undefined
      : retryDelay(delivery.retries + 1, Math.random(), retryAfterMs)
  const isLast = delay === undefined
  const at = new Date(now + (delay ?? 0))
  await results.store({ delivery, attempt, state: isLast ? 'failed' : 'pending', at })
  const paused = retryAfterMs === undefined ? null : new Date(now + retryAfterMs)
  const since = new Date(attempt.at)
  await own.write(change('begin-failures', BEGIN_FAILURES, [companyId, webhookId, since, paused]))
  if (!isLast) return 'retried'
  // The log also has attempts from before the delivery was queued again.
  const first = new Date(delivery.attemptLog.at(-delivery.retries)?.at ?? attempt.at)
  // After 410, the webhook is disabled whatever it has accepted.
  const [reason, acceptedSince] = attempt.status === GONE ? ['gone', null] : ['failing', first]
  const values = [companyId, webhookId, new Date(now), reason, acceptedSince, delivery.id]
  const { rows } = await own.write(change('disable-webhook', DISABLE, values))
  return rows.length > 0 ? 'disabled' : 'failed'
}

const change = (name: string, text: string, values: unknown[]) => ({ name, text, values })

// A pause stays: an attempt that was in progress may be accepted, or fail without a pause, after another one has got `Retry-After`.
const END_FAILURES =
  'update webhook set failing_since = null where company_id = $1::int and id = $2::int'

const BEGIN_FAILURES = `
update webhook set failing_since = coalesce(failing_since, $3::timestamptz), paused_until = greatest(paused_until, $4::timestamptz)
where company_id = $1::int and id = $2::int
  and (failing_since is null or $4::timestamptz > coalesce(paused_until, '-infinity'))`

// The newest deliveries first, because one of them has usually been accepted. `not exists` would ignore the order.
const DISABLE = `
update webhook set disabled_at = $3::timestamptz, disabled_reason = $4, updated_at = $3::timestamptz
where company_id = $1::int and id = $2::int and disabled_at is null
  and (
    select d.id from webhook_delivery d
    where d.company_id = $1::int and d.webhook_id = $2::int and d.delivered_at >= $5::timestamptz and d.id <> $6::int
    order by d.id desc limit 1
  ) is null
returning id`
