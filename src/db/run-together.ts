import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { isDatabaseUnavailable } from './faults.js'

/** What became of one of several statements. */
export type Outcome = PromiseSettledResult<QueryResult>

/** Says that none of some statements was carried out, because the database refused one of them. */
export class RolledBackError extends Error {
  override readonly name = 'RolledBackError'
}

/**
 * Runs statements in one transaction, and answers what became of each. All are sent at once, from `begin` to `commit`:
 * what they lock is not held while answers travel.
 */
export async function runTogether(
  pool: Pool,
  statements: readonly QueryConfig[],
): Promise<Outcome[]> {
  const client = await pool.connect()
  try {
    const outcomes = await sendTogether(client, statements)
    client.release()
    return outcomes
  } catch (error) {
    client.release(!(error instanceof RolledBackError))
    throw error
  }
}

async function sendTogether(
  client: PoolClient,
  statements: readonly QueryConfig[],
): Promise<Outcome[]> {
  const sent = [{ text: 'begin' }, ...statements].map((statement) => client.query(statement))
  const ended = client.query('commit')
  const [, ...outcomes] = await Promise.allSettled([...sent, ended])
  // After a refused statement PostgreSQL rolls back, and says so where it was asked to commit.
  const { command } = await ended
  if (command === 'COMMIT') return outcomes.slice(0, -1)
  const cause: unknown = outcomes.find(isRefused)?.reason
  if (isDatabaseUnavailable(cause)) throw cause
  throw new RolledBackError('A statement was refused.', { cause })
}

const isRefused = (outcome: Outcome) => outcome.status === 'rejected'
