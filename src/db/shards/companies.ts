import type { ClientBase } from 'pg'
import type { Host } from '../../config/server-url.js'
import type { Log } from '../../log/log.js'
import { inLockedTransaction } from '../migration-lock.js'
import { repeatAfterConflict } from '../repeat-after-conflict.js'
import { addressValues } from './servers.js'

/** A server of a distributed database. The coordinator has no companies. */
export interface ShardServer {
  readonly server: string
  readonly role: 'coordinator' | 'worker' | 'drained'
  readonly shards: number
  readonly companies: number
  /** The size of tables and indexes, in bytes. */
  readonly bytes: number
}

/** A shard is a part of each distributed table, so those of `company` stand for all. */
const SERVERS = `
select n.nodename || ':' || n.nodeport as server, case when n.groupid = 0 then 'coordinator' when n.shouldhaveshards then 'worker' else 'drained' end as role,
       count(distinct p.shardid)::int as shards, coalesce(sum(c.companies), 0)::int as companies,
       (select coalesce(sum(shard_size), 0)::float8 from citus_shards s
        where (s.nodename, s.nodeport) = (n.nodename, n.nodeport)) as bytes
from pg_dist_node n
left join pg_dist_placement p on p.groupid = n.groupid
  and p.shardid in (select shardid from pg_dist_shard where logicalrelid = 'company'::regclass)
left join (
  select get_shard_id_for_distribution_column('company', id) as shardid, count(*) as companies
  from (select id from company offset 0) company group by 1
) c using (shardid)
where n.noderole = 'primary'
group by n.groupid, n.nodename, n.nodeport, n.shouldhaveshards order by n.groupid`

export async function listShardServers(client: ClientBase): Promise<ShardServer[]> {
  const { rows } = await client.query<ShardServer>(SERVERS)
  return rows
}

/** The server of a company. */
export async function serverOfCompany(client: ClientBase, companyId: number): Promise<Host> {
  const { rows } = await client.query<Host>(
    `select n.nodename as host, n.nodeport as port
     from pg_dist_placement p join pg_dist_node n using (groupid)
     where n.noderole = 'primary' and p.shardid = get_shard_id_for_distribution_column('company', $1::int)`,
    [companyId],
  )
  const [server] = rows
  if (!server) throw new Error('the company has no shard')
  return server
}

/** Whether a server can get companies: `drained` if it was drained and not added again, undefined if it is not a worker. */
export async function findWorker(
  client: ClientBase,
  worker: Host,
): Promise<'ready' | 'drained' | undefined> {
  const { rows } = await client.query<{ ready: boolean }>(
    `select shouldhaveshards as ready from pg_dist_node
     where nodename = $1 and nodeport = $2 and groupid <> 0 and noderole = 'primary'`,
    addressValues(worker),
  )
  const [found] = rows
  return found && (found.ready ? 'ready' : 'drained')
}

/** The number of companies in the shard of a company. */
export async function countInShard(client: ClientBase, companyId: number): Promise<number> {
  const { rows } = await client.query<{ companies: number }>(
    `select count(*)::int as companies from company
     where get_shard_id_for_distribution_column('company', id) = get_shard_id_for_distribution_column('company', $1::int)`,
    [companyId],
  )
  return rows[0]?.companies ?? 0
}

/**
 * Moves a company to another worker while clients read and write, together with the other companies of its shard. At the end, their writes
 * wait for about a second.
 */
export const moveCompany = (client: ClientBase, companyId: number, from: Host, to: Host) =>
  repeatAfterConflict(() =>
    client.query(
      `select citus_move_shard_placement(get_shard_id_for_distribution_column('company', $1::int), $2, $3, $4, $5)`,
      [companyId, ...addressValues(from), ...addressValues(to)],
    ),
  )

/**
 * Gives a company a shard of its own, on the same worker. All writes of all companies wait until the rows of its old shard are copied.
 *
 * Citus divides a shard while other sessions write. But if an `insert … select` waits for the division, which its planner does for
 * each shard of the table, the planner goes on with the old list of shards, and inserts nothing, without an error. The lock on the tables
 * lets it wait before it is planned. Without `block_writes`, the division does not end if a row is updated meanwhile: the new shards have no
 * primary key yet, so PostgreSQL refuses the update that is replicated to them, again and again.
 */
export const isolateCompany = (client: ClientBase, companyId: number, log: Log) =>
  repeatAfterConflict(() =>
    inLockedTransaction(client, log, async () => {
      const { rows } = await client.query<{ tables: string }>(
        `select string_agg(logicalrelid::text, ', ') as tables from pg_dist_partition where partmethod = 'h'`,
      )
      await client.query(`lock table ${rows[0]?.tables} in share mode`)
      await client.query(
        "select isolate_tenant_to_new_shard('company', $1::int, 'CASCADE', 'block_writes')",
        [companyId],
      )
    }),
  )

/** Moves all companies of a worker to the others. It gets no company again before `addServers`. */
export const drainServer = (client: ClientBase, server: Host) =>
  repeatAfterConflict(() => client.query('select citus_drain_node($1, $2)', addressValues(server)))
