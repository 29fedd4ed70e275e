import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, PoolClient } from 'pg'
import type { Database } from '../../src/db/connect.js'
import { TRANSACTION_MS } from '../../src/db/dispatch/transaction.js'
import { PrismaClient } from '../../src/db/generated/prisma/client.js'

/*
 * Marks the statements that tests and builders of records send themselves, with `pool` and `prisma`, by an SQL comment.
 * The check of `recorded-statements.ts` leaves them out. All other methods send the statements of the service.
 */

const MARK = '/*of a test*/'

/** Whether a statement has the mark of a test. Prisma appends comments. */
export const isOwnStatement = (text: string): boolean =>
  text.startsWith(MARK) || text.endsWith("/*of='test'*/")

/** A database with Prisma's client for the statements of tests. The service has Prisma only inside transactions. */
export interface TestDatabase extends Database {
  readonly prisma: PrismaClient
}

/** The same database, whose `pool` and `prisma` mark their statements. */
export function withOwnStatements(db: Database): TestDatabase {
  const pool = markedPool(db.pool)
  let prisma: PrismaClient | undefined
  const openPrisma = () =>
    (prisma ??= new PrismaClient({
      errorFormat: 'minimal',
      adapter: new PrismaPg(db.pool),
      comments: [() => ({ of: 'test' })],
      transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
    }))
  return delegate(db, {
    pool: () => pool,
    prisma: openPrisma,
    close: () => async () => {
      await prisma?.$disconnect()
      await db.close()
    },
  }) as TestDatabase
}

const markedPool = (pool: Pool): Pool =>
  delegate(pool, {
    query: () => marked(pool),
    connect: () => async () => {
      const client: PoolClient = await pool.connect()
      return delegate(client, { query: () => marked(client) })
    },
  })

type Query = (statement: string | { text: string }, ...rest: unknown[]) => unknown

function marked(target: Pool | PoolClient): Query {
  const query = target.query.bind(target) as Query
  const mark = (text: string) => `${MARK} ${text}`
  return (statement, ...rest) =>
    typeof statement === 'string'
      ? query(mark(statement), ...rest)
      : query({ ...statement, text: mark(statement.text) }, ...rest)
}

/** An object with some other properties. Methods of the original are called on the original. */
const delegate = <Target extends object>(
  target: Target,
  others: Readonly<Record<string, () => unknown>>,
): Target =>
  new Proxy(target, {
    get: (_, name) => {
      const other = others[String(name)]
      if (other) return other()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
