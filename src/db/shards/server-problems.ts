import type { ClientBase } from 'pg'

/** Citus is tried with this version. */
const CITUS_VERSION = 13

/** The versions of a server. Both must be those of the coordinator: a worker executes the functions and the plans of the coordinator. */
const VERSIONS = `concat('PostgreSQL ', current_setting('server_version_num')::int / 10000,
  ' with Citus ', (select extversion from pg_extension where extname = 'citus'))`

/**
 * What Citus needs to copy a shard while clients write to it. PostgreSQL 15.20 has the second setting, 15.18 does not. Citus itself raises
 * `max_prepared_transactions` if it is 0.
 */
const requirementsWith = (versions: string) => `
select concat_ws(', ',
  case when current_setting('wal_level') <> 'logical' then 'wal_level must be logical' end,
  case when (select groupid from pg_dist_local_group) <> 0 and current_setting('output_plugin_libraries', true) !~ '\\mcitus\\M' then 'output_plugin_libraries must contain citus' end,
  case when (select split_part(extversion, '.', 1)::int from pg_extension where extname = 'citus') < ${CITUS_VERSION}
    then 'Citus ${CITUS_VERSION} or newer is required' end,
  case when ${VERSIONS} <> '${versions}' then concat('has ', ${VERSIONS}, ', and the coordinator has ${versions}') end)`

const FREE_SPACE = `create or replace function free_space_of_server() returns bigint language plpgsql as $body$ begin
  create temp table free_space (line text) on commit drop;
  copy free_space from program 'df -Pk . | tail -n 1';
  return (select split_part(regexp_replace(line, '\\s+', ' ', 'g'), ' ', 4)::bigint * 1024 from free_space);
end $body$`

/** The size of all rows with their indexes: those on the coordinator, and those that are distributed. */
const SIZE = `
select pg_database_size(current_database())
  + coalesce((select sum(citus_total_relation_size(logicalrelid)) from pg_dist_partition), 0) as bytes`

interface Result {
  readonly server: string
  /** Whether it is a worker without rows of companies. */
  readonly isEmpty: boolean
  readonly success: boolean
  readonly result: string
}

/**
 * What is wrong with the servers, one text for each. A worker without rows needs space for those of all companies, because one
 * company may have nearly all.
 */
export async function findServerProblems(client: ClientBase): Promise<string[]> {
  const own = await client.query<{ versions: string }>(`select ${VERSIONS} as versions`)
  const found = await onAllServers(client, requirementsWith(own.rows[0]?.versions ?? ''))
  await onAllServers(client, FREE_SPACE)
  const space = await onAllServers(client, 'select free_space_of_server()')
  await onAllServers(client, 'drop function if exists free_space_of_server()')
  const size = await client.query<{ bytes: string }>(SIZE)
  const needed = Number(size.rows[0]?.bytes ?? 0)
  const small = space
    .filter(({ isEmpty, success, result }) => isEmpty && (!success || Number(result) < needed))
    .map(({ server, success, result }) =>
      success
        ? { server, result: `has ${result} bytes of free space, and the database has ${needed}` }
        : { server, result: `its free space could not be read: ${result}` },
    )
  return [...found, ...small]
    .filter(({ result }) => result !== '')
    .map(({ server, result }) => `${server}: ${result}`)
}

/** Executes a command on the coordinator and on each worker. */
export async function onAllServers(client: ClientBase, command: string): Promise<Result[]> {
  const { rows } = await client.query<Result>(
    `select nodename || ':' || nodeport as server, success, result,
            groupid <> 0 and not exists (
              select 1 from pg_dist_placement p join pg_dist_shard s using (shardid) join pg_dist_partition t using (logicalrelid)
              where p.groupid = n.groupid and t.partmethod = 'h') as "isEmpty"
     from run_command_on_all_nodes($1) join pg_dist_node n using (nodeid) order by nodeid`,
    [command],
  )
  return rows
}
