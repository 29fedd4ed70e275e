import type { Sql } from '../dispatch/dispatch.js'
/** The first parameter of each statement of the read engine: the viewer's company. */
export const COMPANY = '$1::int'

/** The largest value of PostgreSQL's `integer`, the type of ids, counts and most other numbers. */
export const MAX_INT32 = 2_147_483_647

/** The parameters of a statement, numbered in the order in which they are added. */
export class Statement {
  readonly values: unknown[]
  readonly company = COMPANY

  constructor(companyId: number) {
    this.values = [companyId]
  }

  /** Adds a value. Returns its placeholder with a cast, because PostgreSQL could infer another type. */
  parameter(value: unknown, type: string): string {
    this.values.push(Array.isArray(value) ? value.map(comparable) : comparable(value))
    return `$${this.values.length}::${type}`
  }
}

/**
 * Converts a text that contains a NUL character to null, because PostgreSQL rejects this character. Neither matches any
 * stored value.
 */
const comparable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? null : value

/** Sends a statement of the read engine, and returns its rows as arrays. */
export const readRows = async (
  db: Pick<Sql, 'read' | 'prepare'>,
  text: string,
  values: unknown[],
): Promise<unknown[][]> => (await db.read<unknown[]>(db.prepare(text, values))).rows
