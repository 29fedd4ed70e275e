import pg from 'pg'
import type { Sql } from '../queries/query.js'

/** Runs one statement on a new connection. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // If the server stops, the client emits an error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Like `query`, for a statement that returns exactly one row. */
export async function queryOne<Row extends object>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row> {
  const [row] = await query<Row>(url, text, values)
  if (!row) throw new Error(`No row for: ${text}`)
  return row
}

/** `query` bound to a database. */
export const sqlOf =
  (url: string): Sql =>
  (text, values) =>
    query(url, text, values)
