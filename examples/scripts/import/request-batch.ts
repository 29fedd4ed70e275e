import { RequestError } from '../../client/errors.js'
import type { Batch, Journal } from './journal.js'
import { requestResults } from './request-results.js'
import type { Result, Send, Written } from './row.js'

/** Sends the batch in flight of a journal, and notes there which records were written. */
export async function requestBatch<Input>(
  send: Send<Input>,
  journal: Journal<Input>,
  { verb, idempotencyKey, rows }: Batch<Input>,
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const inputs = rows.map(({ input }) => input)
  try {
    const options = { verb, idempotencyKey, dryRun: false, signal }
    const results = await requestResults(send, inputs, options)
    journal.answer(writtenOf(rows, results))
    return results
  } catch (error) {
    // No attempt was executed, so the rows can be sent again in smaller batches.
    if (isTooLarge(error)) journal.answer(new Map())
    throw error
  }
}

function writtenOf(rows: readonly { readonly key: string }[], results: readonly Result[]) {
  const written = new Map<string, Written>()
  for (const [index, { key }] of rows.entries()) {
    const result = results[index]
    if (result && 'written' in result) written.set(key, result.written)
  }
  return written
}

const isTooLarge = (error: unknown) =>
  error instanceof RequestError && (error.code === 'QUERY_TOO_COMPLEX' || error.status === 413)
