import { mayBeBroken, type ServicePool } from '../dispatch/service-pool.js'
import type { TransactionConnection } from './connection-adapter.js'

interface SqlTransactionOptions {
  readonly connectMs: number
  readonly onStart: () => void
  /** The SQL that begins the transaction. */
  readonly begin: string
}

/**
 * Runs a transaction of SQL statements on a connection of the pool; `begin` is sent together with the first statement.
 * Rolls back if `work` rejects. Rejects with BusyError if no connection is free within `connectMs`.
 */
export async function sqlTransaction<Result>(
  pool: ServicePool,
  { connectMs, onStart, begin }: SqlTransactionOptions,
  work: (connection: TransactionConnection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connectWithin(connectMs)
  onStart()
  const connection = { client, isOpen: true }
  let broken = true
  try {
    const begun = client.query(begin)
    const [result] = await Promise.all([work(connection), begun])
    connection.isOpen = false
    const { command } = await client.query('commit')
    broken = false
    // If a statement failed, PostgreSQL responds to `commit` with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('expected a commit, but a statement had failed')
    return result
  } catch (error) {
    connection.isOpen = false
    if (broken && !mayBeBroken(error)) broken = !(await rollsBack(client))
    throw error
  } finally {
    client.release(broken)
  }
}

const rollsBack = (client: TransactionConnection['client']): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
