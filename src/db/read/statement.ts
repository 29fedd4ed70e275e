import { LRUCache } from 'lru-cache'
import type { Pool, QueryArrayConfig } from 'pg'
import { runInRow } from '../run-in-row.js'
import { createMerge, type Merge } from './merge.js'

/** A statement as it is written: its parameters are numbered in the order in which they are added. */
export class Statement {
  readonly values: unknown[]
  /** The parameter that holds the viewer's company: always the first. */
  readonly company = '$1::int'

  constructor(companyId: number) {
    this.values = [companyId]
  }

  /** Adds a value and returns its placeholder. The type is spelled out so that PostgreSQL never guesses. */
  parameter(value: unknown, type: string): string {
    this.values.push(Array.isArray(value) ? value.map(comparable) : comparable(value))
    return `$${this.values.length}::${type}`
  }
}

/** PostgreSQL takes no text with NUL in it. No stored text has one, so what compares with it may as well be null. */
const comparable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? null : value

/** A statement's text, and the name under which connections prepare it if they do. */
export interface Prepared {
  readonly text: string
  readonly name?: string
}

const merges = new WeakMap<Pool, Merge<unknown[][]>>()

/** Runs a statement that reads, once for all who wait for the same. Rows are arrays, in the order of its select list. */
export function run(pool: Pool, text: string, values: unknown[]): Promise<unknown[][]> {
  let merge = merges.get(pool)
  if (!merge) merges.set(pool, (merge = createMerge()))
  const key = `${JSON.stringify(values)} ${text}`
  return merge(key, () => send(pool, prepare(text), values))
}

/** Runs a statement whose way to be sent is known. */
export async function send(
  pool: Pool,
  prepared: Prepared,
  values: unknown[],
): Promise<unknown[][]> {
  return (await pool.query<unknown[]>(asRows(prepared, values))).rows
}

/** The same for one that the database answers at once: it goes with others that are sent at the moment. */
export async function sendQuick(
  pool: Pool,
  prepared: Prepared,
  values: unknown[],
): Promise<unknown[][]> {
  return (await runInRow<unknown[]>(pool, asRows(prepared, values))).rows
}

const asRows = ({ text, name }: Prepared, values: unknown[]): QueryArrayConfig => ({
  text,
  values,
  rowMode: 'array',
  ...(name && { name }),
})

// Planning a nested query costs more than a millisecond, so texts that come again are prepared under a name. Each
// connection keeps what it has prepared, so there is an end to the names; what comes once is never named.
const MOST_NAMES = 500
const named = new Map<string, Prepared>()
const seen = new LRUCache<string, true>({ max: 2000 })

/** How a text is best sent: under a name, if it has come before. The same text has the same object then. */
export function prepare(text: string): Prepared {
  const known = named.get(text)
  if (known) return known
  if (named.size >= MOST_NAMES) return { text }
  if (!seen.has(text)) {
    seen.set(text, true)
    return { text }
  }
  seen.delete(text)
  const prepared = { text, name: `read-${named.size + 1}` }
  named.set(text, prepared)
  return prepared
}
