import type { Noun } from './noun.js'
import type { Verb } from './row.js'

/** A quarter of what the service accepts as a request by default (`MAX_BODY_BYTES`). */
export const MAX_BATCH_BYTES = 500_000

export const bytesOf = (input: unknown): number => Buffer.byteLength(JSON.stringify(input))

/**
 * How many rows to send together. If records have no key, and a mutation creates one of them, a batch has one: so it is executed completely
 * or not at all.
 */
export const batchSizeOf = ({ bulk, keys }: Noun, verb: Verb, size: number): number =>
  verb === 'created' && !bulk && keys.length === 0 ? 1 : size

/** Splits rows into batches of at most `size` rows and `MAX_BATCH_BYTES`. */
export function batchesOf<Row extends { readonly input: unknown }>(
  rows: readonly Row[],
  size: number,
): Row[][] {
  const batches: Row[][] = []
  let batch: Row[] = []
  let bytes = 0
  for (const row of rows) {
    const added = bytesOf(row.input)
    if (batch.length === size || bytes + added > MAX_BATCH_BYTES) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += added
  }
  return [...batches, batch].filter(({ length }) => length > 0)
}

/** As many records as a page may have. */
const PAGE_SIZE = 100

/** Distinct values in batches for a filter that finds a page of records. */
export function pagesOf<Value>(values: Iterable<Value>): Value[][] {
  const all = [...new Set(values)]
  const pages = Math.ceil(all.length / PAGE_SIZE)
  return Array.from({ length: pages }, (_, page) =>
    all.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  )
}
