import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Config } from '../config.js'
import { PrismaClient } from './generated/prisma/client.js'
import { type Log, withProgress } from './log.js'
import { migrate } from './migrate.js'
import { createDispatch, type Sql } from './dispatch/dispatch.js'
import { openPool, TRANSACTION_MS } from './dispatch/pool.js'
import { embeddedSource, serverSource, type Source } from './source.js'

/** An open database: methods that send SQL, and Prisma on the same connections. */
export interface Database extends Sql {
  prisma: PrismaClient
  /** The connection pool, for transactions of hand-written SQL (the demo) and for tests. ESLint forbids other uses. */
  pool: pg.Pool
  /** Whether the database runs inside this process, on one connection. */
  embedded: boolean
  close(): Promise<void>
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
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
  })
  const close = async () => {
    await prisma.$disconnect()
    await Promise.race([pool.end(), delay(CLOSE_GRACE_MS, undefined, { ref: false })])
    await source.close()
  }
  return { ...createDispatch(pool), pool, prisma, embedded: source.embedded, close }
}
