import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.js'
import { connectClient } from './connect-client.js'
import { type Log, withProgress } from '../log/log.js'
import { migrate, requireMigrated } from './migrate.js'
export type { Caller } from './dispatch/caller.js'
export { DisconnectSignal } from './dispatch/disconnect-signal.js'
export { DatabaseUse, type ObserveStatement } from './dispatch/database-use.js'
export type { Sql, TextQuery } from './dispatch/dispatch.js'
export type { Database, TransactionDatabase } from './database.js'
export type { DatabaseStatus } from './dispatch/queues.js'
import type { Database } from './database.js'
import { OpenDatabase } from './open-database.js'
import { openPool } from './dispatch/pool.js'
import { Queues } from './dispatch/queues.js'
import { BlockerWatch } from './blocker-watch.js'
import { raiseAuditOffsetsAtStart } from './audit-offset.js'
import { warnWithoutStatistics } from './missing-statistics.js'
import { PrismaSessions } from './prisma/prisma-sessions.js'
import { openReplicas } from './replicas/open-replicas.js'
import { PLAIN_SERVER, readServerKind, type ServerKind } from './server-kind.js'
import { embeddedSource, serverSource, type Source } from './source.js'
import { openStores } from '../storage/stores.js'

const CLOSE_GRACE_MS = 5000

/**
 * Opens and migrates the database: the server at `databaseUrl` if set, otherwise the embedded one in `dataDir`. If
 * `migrationDatabaseUrl` is set, its user migrates; this is needed if the user of `databaseUrl` is subject to row-level
 * security.
 */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const source = await openSource(config, log)
  const { databaseConnectTimeoutMs, migrationDatabaseUrl } = config
  try {
    if (migrationDatabaseUrl) {
      await migrateSource(serverSource(migrationDatabaseUrl), databaseConnectTimeoutMs, log)
    }
    const kind = await migrateSource(source, databaseConnectTimeoutMs, log)
    return connectSource(source, config, log, kind)
  } catch (error) {
    await source.close()
    throw error
  }
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

/**
 * Migrates on a separate connection, because the pool's timeouts are too short for a migration. If the user is subject
 * to row-level security, it does not own the tables: this function then only checks that no migration is pending.
 */
export async function migrateSource(
  source: Source,
  connectTimeoutMs: number,
  log: Log,
): Promise<ServerKind> {
  const options = { connectionTimeoutMillis: connectTimeoutMs, keepAlive: true }
  const connect = () => connectClient(source, options, log)
  const client = await withProgress(log, 'Connecting to the database', connect())
  const watch = new BlockerWatch(source.embedded ? undefined : connect)
  try {
    const kind = await readServerKind(client)
    await (kind.isRestricted
      ? requireMigrated(client, log)
      : migrate(client, log, undefined, watch))
    await raiseAuditOffsetsAtStart(client, log, kind)
    await warnWithoutStatistics(client, log)
    return kind
  } finally {
    await Promise.all([client.end(), watch.close()])
  }
}

/** Connects to a migrated database. */
export function connectSource(
  source: Source,
  config: Config,
  log: Log,
  kind = PLAIN_SERVER,
): Database {
  const pool = openPool(source, config, log)
  const queues = new Queues(pool, kind)
  const prisma = new PrismaSessions((text) => queues.statements.prepare(text).name)
  const replicas = openReplicas(config, log, queues)
  const close = async () => {
    const ended = Promise.all([prisma.close(), replicas?.close(), pool.end()])
    await Promise.race([ended, delay(CLOSE_GRACE_MS, undefined, { ref: false })])
    await source.close()
  }
  const { embedded } = source
  const stores = openStores(config.storage)
  return new OpenDatabase(queues, { pool, prisma, embedded, stores, close, replicas })
}
