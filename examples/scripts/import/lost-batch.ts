import { ScriptError } from '../command/script-error.js'
import type { Batch, Journal } from './journal.js'
import type { Noun } from './noun.js'
import { requestBatch } from './request-batch.js'
import type { Input, Send } from './row.js'

/**
 * The service keeps the result of an idempotency key for 24 hours. This is one hour less, because clocks may differ.
 */
const KEY_LIFETIME_MS = 23 * 3_600_000

export const LOST_BATCH = ['created', 'missing'] as const

type Decision = (typeof LOST_BATCH)[number] | undefined

/**
 * If an earlier run ended before it got the response to a batch, sends this batch again with the same key. Rows of it that
 * were not created are later sent like all other rows.
 */
export async function sendLostBatch(
  noun: Noun,
  send: Send<Input>,
  journal: Journal<Input>,
  decision: Decision,
): Promise<void> {
  const batch = journal.inFlight
  if (!batch) return
  const isOld = Date.now() - Date.parse(batch.sentAt) >= KEY_LIFETIME_MS
  const { signal } = new AbortController()
  if (!isOld) await requestBatch(send, journal, batch, signal)
  else if (isFound(noun, batch)) journal.answer(new Map())
  else decideOldBatch(journal, batch, decision)
}

/** Whether the import finds the records of all rows if they exist, so that it does not create them again. */
const isFound = ({ keys }: Noun, { verb, rows }: Batch<Input>) =>
  verb === 'updated' ||
  rows.every(({ input }) =>
    keys.some(
      ({ assigned, columns }) => !assigned && columns.every((name) => input[name] !== undefined),
    ),
  )

/**
 * The service cannot say whether it has executed a batch whose key has expired, so the user decides. It was executed completely or
 * not at all, except for invalid rows: `batchSizeOf`.
 */
function decideOldBatch(
  journal: Journal<Input>,
  { rows, sentAt }: Batch<Input>,
  decision: Decision,
): void {
  if (decision === undefined) {
    throw new ScriptError(
      `The response to a batch (rows: ${rows.length}, sent at ${sentAt}) was lost, and the service does not have it any more. ` +
        `Look up whether its records exist, and add --lost-batch created or --lost-batch missing. The last line of ${journal.path} has the rows.`,
    )
  }
  const isCreated = decision === 'created'
  journal.answer(new Map(isCreated ? rows.map(({ key }) => [key, {}]) : []))
}
