import type { QueryConfig, QueryResult } from 'pg'
import type { Database } from '../connect.js'
import type { DatabaseUse } from '../dispatch/database-use.js'
import { BusyError } from '../unavailable.js'
import type { TransactionConnection } from './connection-adapter.js'

/**
 * The database inside a transaction: all its methods send statements on the transaction's connection. `connect` is
 * called when the first statement is sent.
 */
export function transactionDatabase(
  outside: Database,
  connect: () => Promise<TransactionConnection>,
  use?: DatabaseUse,
): Database {
  let connecting: Promise<TransactionConnection> | undefined
  const clientOf = async () => {
    const { client, isOpen } = await (connecting ??= connect())
    // Prisma rolled the transaction back because it took too long.
    if (!isOpen) throw new BusyError()
    return client
  }
  const counted = (statement: QueryConfig, sending: Promise<QueryResult<never>>) =>
    use?.count(statement.text, sending) ?? sending
  const send = async (statement: QueryConfig) => {
    const client = await clientOf()
    return counted(statement, client.query<never>(statement))
  }

  const inside: Database = {
    query: send,
    read: send,
    pipeline: send,
    groupCommit: async (_companyId, statement) =>
      counted(statement, sendAlone(await clientOf(), statement)),
    transaction: (work) => work(inside, inside.prisma),
    sqlTransaction: (work) => work(inside),
    coalescedQuery: async (text, values) => (await send(inside.prepare(text, values))).rows,
    isIdle: () => false,
    prepare: (text, values) => outside.prepare(text, values),
    forCaller: () => inside,
    readingAt: () => inside,
    hasReplicas: false,
    close: () => outside.close(),
    status: () => outside.status(),
    isTransaction: true,
    actor: outside.actor,
    isRestricted: outside.isRestricted,
    prisma: outside.prisma,
    pool: outside.pool,
    embedded: outside.embedded,
  }
  return inside
}

/** Sends a statement under a savepoint: if it fails, the transaction goes on without it. */
async function sendAlone(
  client: TransactionConnection['client'],
  statement: QueryConfig,
): Promise<QueryResult<never>> {
  const saved = client.query('savepoint alone')
  try {
    const [, result] = await Promise.all([saved, client.query<never>(statement)])
    return result
  } catch (error) {
    await client.query('rollback to savepoint alone')
    throw error
  }
}
