import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'

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

/** Runs a statement. Rows are arrays, in the order of its select list. */
export async function run(
  pool: Pool,
  text: string,
  values: unknown[],
  name = nameOf(text),
): Promise<unknown[][]> {
  const { rows } = await pool.query<unknown[]>({
    text,
    values,
    rowMode: 'array',
    ...(name && { name }),
  })
  return rows
}

// Planning a nested query costs more than a millisecond, so texts that come again are prepared under a name. Each
// connection keeps what it has prepared, so there is an end to the names; what comes once is never named.
const MOST_NAMES = 500
const names = new Map<string, string>()
const seen = new LRUCache<string, true>({ max: 2000 })

/** The name under which a statement is prepared; undefined for one that has not come before. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_NAMES) return known
  if (!seen.has(text)) {
    seen.set(text, true)
    return undefined
  }
  seen.delete(text)
  const name = `read-${names.size + 1}`
  names.set(text, name)
  return name
}
