import { PrismaPg } from '@prisma/adapter-pg'
import type { PoolClient } from 'pg'
import type { Prisma } from '../generated/prisma/client.js'

/** The connection of a transaction. */
export interface TransactionConnection {
  readonly client: PoolClient
  /** False from the commit or rollback on: then the connection may belong to another caller. */
  isOpen: boolean
}

/*
 * Prisma does not expose the connection of a transaction. So `connectionOf` executes a marker statement; this adapter
 * intercepts it, and records the connection of its transaction instead of sending it. AsyncLocalStorage could do the
 * same, but on Node 20 and 22 it makes every promise of the process slower.
 */
export const FIND_CONNECTION = 'locate the connection of this transaction'

const located = new Map<string, TransactionConnection>()
let lastToken = 0

/** The connection of a transaction of Prisma. Sends no statement. */
export async function connectionOf(
  prisma: Prisma.TransactionClient,
): Promise<TransactionConnection> {
  lastToken += 1
  const token = String(lastToken)
  await prisma.$executeRawUnsafe(FIND_CONNECTION, token)
  const connection = located.get(token)
  located.delete(token)
  if (!connection) throw new Error('expected the connection of a transaction, got none')
  return connection
}

/** Prisma's driver adapter, with transactions whose connection `connectionOf` finds. */
export class ConnectionAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await start(isolationLevel)
      const { client } = transaction as unknown as { client: PoolClient }
      const connection: TransactionConnection = { client, isOpen: true }
      const execute = transaction.executeRaw.bind(transaction)
      transaction.executeRaw = async (query) => {
        if (query.sql === FIND_CONNECTION) {
          located.set(String(query.args[0]), connection)
          return 0
        }
        if (query.sql === 'COMMIT' || query.sql === 'ROLLBACK') connection.isOpen = false
        return execute(query)
      }
      return transaction
    }
    return adapter
  }
}
