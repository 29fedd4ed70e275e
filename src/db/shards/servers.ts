import type { ClientBase } from 'pg'
import type { Host } from '../../config/server-url.js'
import { SETTINGS } from '../source.js'

/** Citus is tried with this version. */
const CITUS_VERSION = 13

/**
 * Settings of the database on each server, beside those that the service sets on its own connections. The servers connect
 * to each other, so their databases must have all of them. With `propagate_set_commands`, Citus sends the actor of a
 * transaction to the servers; the functions of the audit log read tables in a statement that runs on a shard.
 */
const SHARD_SETTINGS = {
  ...SETTINGS,
  'citus.propagate_set_commands': 'local',
  'citus.allow_nested_distributed_execution': 'on',
}

/** What Citus needs to copy a shard while clients write to it. PostgreSQL 15.20 has the third setting, 15.18 does not. */
const REQUIREMENTS = `
select concat_ws(', ',
  case when current_setting('wal_level') <> 'logical' then 'wal_level must be logical' end,
  case when current_setting('max_prepared_transactions')::int = 0 then 'max_prepared_transactions must not be 0' end,
  case when (select groupid from pg_dist_local_group) <> 0 and current_setting('output_plugin_libraries', true) !~ '\\mcitus\\M' then 'output_plugin_libraries must contain citus' end,
  case when (select split_part(extversion, '.', 1)::int from pg_extension where extname = 'citus') < ${CITUS_VERSION}
    then 'Citus ${CITUS_VERSION} or newer is required' end)`

const FREE_SPACE = `create or replace function free_space_of_server() returns bigint language plpgsql as $body$ begin
  create temp table free_space (line text) on commit drop;
  copy free_space from program 'df -Pk . | tail -n 1';
  return (select split_part(regexp_replace(line, '\\s+', ' ', 'g'), ' ', 4)::bigint * 1024 from free_space);
end $body$`

interface Result {
  readonly server: string
  readonly success: boolean
  readonly result: string
}

/**
 * Makes the server of the client the coordinator, adds the workers that it does not know yet, configures the database on all
 * of them, and copies the reference tables to new workers. Workers that were drained can get companies again. Returns what is wrong with
 * the servers; if there is anything, the added workers are removed again.
 */
export async function addServers(
  client: ClientBase,
  coordinator: Host,
  workers: readonly Host[],
): Promise<string[]> {
  const { rows } = await client.query<Host>(
    'select nodename as host, nodeport as port from pg_dist_node',
  )
  if (rows.length === 0)
    await client.query('select citus_set_coordinator_host($1, $2)', addressValues(coordinator))
  const added = workers.filter(
    ({ host, port }) => !rows.some((known) => known.host === host && known.port === port),
  )
  for (const worker of added)
    await client.query('select citus_add_node($1, $2)', addressValues(worker))
  const problems = await findUnsuitableServers(client)
  if (problems.length === 0) {
    await configureServers(client)
    for (const worker of workers)
      await client.query(
        "select citus_set_node_property($1, $2, 'shouldhaveshards', true)",
        addressValues(worker),
      )
    // Blocks writes to these tables meanwhile: only commands of the operator and migrations write them.
    await client.query("select replicate_reference_tables('block_writes')")
    return []
  }
  for (const worker of added)
    await client.query('select citus_remove_node($1, $2)', addressValues(worker))
  return problems
}

/** Configures the database on each server: see SHARD_SETTINGS. */
async function configureServers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(current_database()) as name',
  )
  for (const [name, value] of Object.entries(SHARD_SETTINGS)) {
    const command = `alter database ${rows[0]?.name ?? ''} set ${name} = '${value}'`
    for (const { server, success, result } of await onAllServers(client, command)) {
      if (!success) throw new Error(`${server}: ${result}`)
    }
  }
}

/**
 * What is wrong with the servers, one text for each. A worker needs space for all tables, because one company may have nearly
 * all rows.
 */
async function findUnsuitableServers(client: ClientBase): Promise<string[]> {
  const found = await onAllServers(client, REQUIREMENTS)
  await onAllServers(client, FREE_SPACE)
  const space = await onAllServers(client, 'select free_space_of_server()')
  await onAllServers(client, 'drop function if exists free_space_of_server()')
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const needed = Number(rows[0]?.bytes ?? 0)
  const small = space
    .filter(({ success, result }) => !success || Number(result) < needed)
    .map(({ server, success, result }) =>
      success
        ? { server, result: `has ${result} bytes of free space, and the database has ${needed}` }
        : { server, result: `its free space could not be read: ${result}` },
    )
  return [...found, ...small]
    .filter(({ result }) => result !== '')
    .map(({ server, result }) => `${server}: ${result}`)
}

async function onAllServers(client: ClientBase, command: string): Promise<Result[]> {
  const { rows } = await client.query<Result>(
    `select nodename || ':' || nodeport as server, success, result
     from run_command_on_all_nodes($1) join pg_dist_node using (nodeid) order by nodeid`,
    [command],
  )
  return rows
}

/** The parameters of Citus' functions that take the address of a server. */
export const addressValues = ({ host, port }: Host): [string, number] => [host, port]
