import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.js'
import { type Prisma, PrismaClient } from './generated/prisma/client.js'
import { type Log, withProgress } from './log.js'
import { migrate } from './migrate.js'
import type { Caller } from './dispatch/caller.js'
export { type Caller, Departure } from './dispatch/caller.js'
export type { Sql } from './dispatch/dispatch.js'
import { Dispatch, Queues, type Sql } from './dispatch/dispatch.js'
import { openPool, TRANSACTION_MS } from './dispatch/pool.js'
import { embeddedSource, serverSource, type Source } from './source.js'
import { ConnectionAdapter, connectionOf } from './transaction/connection-adapter.js'
import { sqlTransaction } from './transaction/sql-transaction.js'
import { transactionDatabase } from './transaction/transaction-database.js'

interface Parts {
  readonly prisma: PrismaClient
  /** The connection pool, for transactions of hand-written SQL (the demo) and for tests. ESLint forbids other uses. */
  readonly pool: pg.Pool
  /** Whether the database runs inside this process, on one connection. */
  readonly embedded: boolean
  readonly close: () => Promise<void>
}

/** An open database: methods that send SQL, and Prisma on the same connections. */
export interface Database extends Sql, Parts {
  /**
   * The same database, with statements that count for the company and the session of `caller`, and that are dropped or
   * cancelled when its client leaves. Prisma's statements are not.
   */
  forCaller(caller: Caller): Database
  /** Whether this is the database inside a transaction. */
  readonly isTransaction: boolean
  /**
   * Runs a transaction, which is rolled back if `work` rejects. Both arguments of `work` send statements on the
   * transaction's connection.
   */
  transaction<Result>(
    work: (db: Database, prisma: Prisma.TransactionClient) => Promise<Result>,
  ): Promise<Result>
  /** The same without Prisma. */
  sqlTransaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
}

const CLOSE_GRACE_MS = 5000

/** Opens and migrates the database: the server at `databaseUrl` if set, otherwise the embedded one in `dataDir`. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const source = await openSource(config, log)
  try {
    await migrateSource(source, config.databaseConnectTimeoutMs, log)
  } catch (error) {
    await source.close()
    throw error
  }
  return connectSource(source, config, log)
}

/** The configured database, without a connection yet. An embedded one is started. */
export const openSource = async (config: Config, log: Log): Promise<Source> =>
  config.databaseUrl
    ? serverSource(config.databaseUrl)
    : withProgress(
        log,
        `Opening the embedded database in ${config.dataDir}`,
        embeddedSource(config.dataDir, config.durable),
      )

/** Migrates on a separate connection, because the pool's timeouts are too short for a migration. */
export async function migrateSource(
  source: Source,
  connectTimeoutMs: number,
  log: Log,
): Promise<void> {
  const client = new pg.Client({
    ...source.connection,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  })
  client.on('error', (error) => {
    log.warn({ error: error.message }, 'The connection of the migration broke')
  })
  await withProgress(log, 'Connecting to the database', client.connect())
  try {
    await migrate(client, log)
  } finally {
    await client.end()
  }
}

/** Connects to a database that has been migrated. */
export function connectSource(source: Source, config: Config, log: Log): Database {
  const pool = openPool(source, config, log)
  const prisma = new PrismaClient({
    adapter: new ConnectionAdapter(pool),
    transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
  })
  const close = async () => {
    await prisma.$disconnect()
    await Promise.race([pool.end(), delay(CLOSE_GRACE_MS, undefined, { ref: false })])
    await source.close()
  }
  return new OpenDatabase(new Queues(pool), { pool, prisma, embedded: source.embedded, close })
}

class OpenDatabase extends Dispatch implements Database {
  readonly isTransaction = false
  readonly prisma
  readonly pool
  readonly embedded
  readonly close

  constructor(
    queues: Queues,
    private readonly parts: Parts,
    caller?: Caller,
  ) {
    super(queues, caller)
    this.prisma = parts.prisma
    this.pool = parts.pool
    this.embedded = parts.embedded
    this.close = parts.close
  }

  forCaller(caller: Caller): Database {
    return new OpenDatabase(this.queues, this.parts, caller)
  }

  transaction<Result>(
    work: (db: Database, prisma: Prisma.TransactionClient) => Promise<Result>,
  ): Promise<Result> {
    return this.whenPlaced((_connectMs, onStart) => {
      onStart()
      return this.prisma.$transaction((prisma) => {
        const inside = transactionDatabase(this, () => connectionOf(prisma))
        return work(inside, prisma)
      })
    })
  }

  sqlTransaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    return this.whenPlaced((connectMs, onStart) =>
      sqlTransaction(this.queues.pool, { connectMs, onStart }, (connection) =>
        work(transactionDatabase(this, () => Promise.resolve(connection))),
      ),
    )
  }
}
