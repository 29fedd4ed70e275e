import type { QueryConfig, QueryResult } from 'pg'
import type { Database, TransactionDatabase } from '../database.js'
import type { PrismaSession } from '../prisma/prisma-sessions.js'
import type { Executor } from '../prisma/session-connection.js'

/** The database inside a transaction: all its methods send statements on the transaction's connection. */
export function transactionDatabase(
  outside: Database,
  executor: Executor,
  { prisma, nextStatement }: PrismaSession,
): TransactionDatabase {
  const send = (statement: QueryConfig) => executor.query(statement) as Promise<QueryResult<never>>
  const inside: TransactionDatabase = {
    read: send,
    write: send,
    inCompany: (_companyId, statement) => sendAlone(executor, statement),
    transaction: (work) => work(inside),
    isIdle: () => false,
    prepare: (text, values, isText) => outside.prepare(text, values, isText),
    forCaller: () => inside,
    readingAt: () => inside,
    hasReplicas: false,
    close: () => outside.close(),
    status: () => outside.status(),
    isTransaction: true,
    isRestricted: outside.isRestricted,
    pool: outside.pool,
    embedded: outside.embedded,
    stores: outside.stores,
    prisma,
    end: executor.end,
    nextOfPrisma: nextStatement,
    ending: () => ({
      ...inside,
      read: (statement) => executor.queryLast(statement) as Promise<QueryResult<never>>,
    }),
  }
  return inside
}

/** Sends a statement under a savepoint: if it fails, the transaction goes on without it. */
async function sendAlone(executor: Executor, statement: QueryConfig): Promise<QueryResult<never>> {
  const saved = executor.query({ text: 'savepoint alone' })
  try {
    const [, result] = await Promise.all([saved, executor.query(statement)])
    return result as QueryResult<never>
  } catch (error) {
    await executor.query({ text: 'rollback to savepoint alone' })
    throw error
  }
}
