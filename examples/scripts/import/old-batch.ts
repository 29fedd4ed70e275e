import { ScriptError } from '../command/script-error.js'
import type { Journal } from './journal.js'

/**
 * The service keeps the result of an idempotency key for 24 hours. This is one hour less, because clocks may differ.
 */
const KEY_LIFETIME_MS = 23 * 3_600_000

export const LOST_BATCH = ['created', 'missing'] as const

/**
 * If the response to a batch was lost so long ago that its key has expired, the service cannot say whether it was
 * executed. Then the user decides. A batch is executed completely or not at all, except for invalid rows.
 */
export function decideOldBatch(
  journal: Journal<unknown>,
  decision: (typeof LOST_BATCH)[number] | undefined,
): void {
  const batch = journal.inFlight
  if (!batch || Date.now() - Date.parse(batch.sentAt) < KEY_LIFETIME_MS) return
  if (decision === undefined) {
    const [first] = batch.rows
    throw new ScriptError(
      `The response to ${batch.rows.length} rows, sent at ${batch.sentAt}, was lost, and the service does not have it any more. ` +
        `Look up whether their records exist, and add --lost-batch created or --lost-batch missing. The first row is ${JSON.stringify(first?.input)}.`,
    )
  }
  const isCreated = decision === 'created'
  journal.answer(new Map(isCreated ? batch.rows.map(({ key }) => [key, {}]) : []))
}
