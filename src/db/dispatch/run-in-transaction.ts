import type { Pool, QueryConfig, QueryResult } from 'pg'
import { isConflict, isDatabaseUnavailable } from '../unavailable.js'
import { needsActor, setActor } from './actor.js'
import type { Caller } from './caller.js'
import { inOneWrite } from './one-write.js'
import { mayBeBroken } from './service-pool.js'
import { sameTenant } from './tenant-setting.js'

/** The result or the error of one statement of a transaction. */
export type Outcome = PromiseSettledResult<QueryResult>

/**
 * Runs statements in one transaction. `begin`, the statements and `commit` are pipelined, so that locks are not held
 * during network round trips. Returns the outcome of each statement, or undefined if a statement failed, so that the
 * transaction was rolled back. Rejects if the database is unavailable. If the connection broke, it is unknown whether
 * the transaction was committed. `callers` has the caller of each statement.
 */
export async function runInTransaction(
  pool: Pool,
  statements: readonly QueryConfig[],
  callers: readonly (Caller | undefined)[] = [],
): Promise<Outcome[] | undefined> {
  const setsActors = callers.some((caller) => caller?.actor)
  const client = await pool.connect()
  let broken = true
  try {
    const { begun, sent, committed } = inOneWrite(client, () => ({
      begun: client.query(sameTenant('begin', statements[0])),
      sent: statements.map((statement, index) => {
        // Fails only if the transaction has failed: then the statement fails, too.
        if (setsActors && needsActor(statement)) {
          const named = client.query(sameTenant(setActor(callers[index]), statement))
          named.catch(() => undefined)
        }
        return client.query(statement)
      }),
      committed: client.query(sameTenant('commit', statements[0])),
    }))
    // The connection goes back to the pool only after all results, even if the first statement fails.
    const [outcomes] = await Promise.all([
      Promise.allSettled(sent),
      Promise.allSettled([begun, committed]),
    ])
    const { command } = await committed
    const reasons = outcomes.filter(isRejected).map(({ reason }): unknown => reason)
    broken = reasons.some(mayBeBroken)
    // If a statement failed, PostgreSQL responds to `commit` with ROLLBACK.
    if (command === 'COMMIT') return outcomes
    const [cause] = reasons
    if (isDatabaseUnavailable(cause) && !isConflict(cause)) throw cause
    return undefined
  } finally {
    client.release(broken)
  }
}

const isRejected = (outcome: Outcome) => outcome.status === 'rejected'
