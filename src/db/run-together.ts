import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { isDatabaseUnavailable } from './faults.js'

/** Says that none of some statements was carried out, because the database refused one of them. */
export class RolledBackError extends Error {
  override readonly name = 'RolledBackError'
}

/** Runs statements in one transaction: all of them, or none. */
export async function runTogether(
  pool: Pool,
  statements: readonly QueryConfig[],
): Promise<QueryResult[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const results = await runEach(client, statements)
    await client.query('commit')
    client.release()
    return results
  } catch (error) {
    client.release(!(error instanceof RolledBackError))
    throw error
  }
}

async function runEach(
  client: PoolClient,
  statements: readonly QueryConfig[],
): Promise<QueryResult[]> {
  try {
    const results: QueryResult[] = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    await client.query('rollback')
    throw new RolledBackError('A statement was refused.', { cause: error })
  }
}
