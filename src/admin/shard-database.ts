import type { ClientBase } from 'pg'
import type { Config } from '../config/config.js'
import { firstHost, type Host } from '../config/server-url.js'
import { raiseAuditOffsets } from '../db/audit-offset.js'
import { addServers, findCoordinator } from '../db/shards/servers.js'
import { deleteLocalRows, distributeTables } from '../db/shards/tables.js'
import { CommandError } from './command-error.js'
import { type Server, stderrLog } from './operator-database.js'

interface ShardOptions {
  readonly workers: readonly Host[]
  /** As the workers reach it; by default the known address, or that of DATABASE_URL if there is none. */
  readonly coordinator?: Host | undefined
  readonly shards: number
}

/**
 * Adds workers, and distributes what is not distributed yet, in one transaction: after an error or an interruption the tables are
 * as before, and the command can be called again. Throws a `CommandError` with all problems if the servers or the service are not ready.
 */
export async function shardDatabase(
  client: ClientBase,
  { config, isSharded }: Pick<Server, 'config' | 'isSharded'>,
  { workers, coordinator, shards }: ShardOptions,
) {
  refuse(await findProblems(client, config, isSharded))
  const address = coordinator ?? (await findCoordinator(client)) ?? firstHost(config.databaseUrl)
  refuse(await addServers(client, address, workers))
  // Through PgBouncer, the session has the time limit of the service, which is too short to copy all rows.
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  const tables = await distributeTables(client, { shards })
  await client.query('commit')
  await deleteLocalRows(client)
  await raiseAuditOffsets(client, stderrLog)
  const { rows } = await client.query<{ shards: number }>(
    "select count(*)::int as shards from pg_dist_shard where logicalrelid = 'company'::regclass",
  )
  return { workers: workers.length, newTables: tables, shards: rows[0]?.shards ?? shards }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
}

/** What the service, not a server, lacks. */
async function findProblems(
  client: ClientBase,
  config: Config,
  isSharded: boolean,
): Promise<string[]> {
  const { rows } = await client.query<{ citus: boolean; superuser: boolean; maintenance: boolean }>(
    `select to_regclass('pg_dist_node') is not null as citus,
            (select rolsuper from pg_roles where rolname = current_user) as superuser,
            exists (select 1 from service_state where maintenance_since is not null) as maintenance`,
  )
  const [state] = rows
  return [
    ...(state?.citus ? [] : ['The database has no Citus: run "create extension citus" in it.']),
    ...(state?.superuser ? [] : ['The user of the database must be a superuser for this command.']),
    ...(state?.maintenance || isSharded
      ? []
      : ['The service is online: run "admin maintenance on" first.']),
    ...(config.databaseReplicaUrls.length === 0
      ? []
      : ['DATABASE_REPLICA_URLS is set: replicas of a distributed database are not supported.']),
  ]
}
