import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { isDatabaseUnavailable } from './unavailable.js'
import { mayBeBroken } from './pool.js'

/** What became of one of several statements. */
export type Outcome = PromiseSettledResult<QueryResult>

/** Says that none of some statements was carried out, because the database refused one of them. */
export class RolledBackError extends Error {
  override readonly name = 'RolledBackError'
}

/**
 * Runs statements in one transaction, and answers what became of each. All are sent at once, from `begin` to `commit`:
 * what they lock is not held while answers travel. So where the connection breaks, they may have been carried out, as a
 * statement by itself may; all of them or none.
 */
export async function runTogether(
  pool: Pool,
  statements: readonly QueryConfig[],
): Promise<Outcome[]> {
  const client = await pool.connect()
  let broken = true
  try {
    const [outcomes, command] = await sendTogether(client, statements)
    const reasons = outcomes.filter(isRejected).map(({ reason }): unknown => reason)
    broken = reasons.some(mayBeBroken)
    // After a refused statement PostgreSQL rolls back, and says so where it was asked to commit.
    if (command === 'COMMIT') return outcomes
    const [cause] = reasons
    if (isDatabaseUnavailable(cause)) throw cause
    throw new RolledBackError('A statement was refused.', { cause })
  } finally {
    client.release(broken)
  }
}

/** What became of each statement, and how the transaction ended. */
async function sendTogether(
  client: PoolClient,
  statements: readonly QueryConfig[],
): Promise<[Outcome[], string]> {
  const begun = client.query('begin')
  const sent = statements.map((statement) => client.query(statement))
  const ended = client.query('commit')
  // Whatever fails, all are heard of before the connection goes to another.
  const [outcomes] = await Promise.all([
    Promise.allSettled(sent),
    Promise.allSettled([begun, ended]),
  ])
  return [outcomes, (await ended).command]
}

const isRejected = (outcome: Outcome) => outcome.status === 'rejected'
