import type { ClientBase } from 'pg'
import type { Host } from '../../config/server-url.js'
import { SETTINGS } from '../source.js'
import { findServerProblems, onAllServers } from './server-problems.js'

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

/** The address of the coordinator that its workers use; undefined if Citus has none yet. */
export async function findCoordinator(client: ClientBase): Promise<Host | undefined> {
  const { rows } = await client.query<Host>(
    `select nodename as host, nodeport as port from pg_dist_node where groupid = 0 and noderole = 'primary'`,
  )
  return rows[0]
}

/**
 * Makes the server of the client the coordinator with this address, adds the workers that it does not know yet, configures the
 * database on all of them, and copies the reference tables to new workers. Workers that were drained can get companies again. Returns
 * what is wrong with the servers. If there is anything, or a worker cannot be added, the coordinator has the servers and the
 * address that it had before.
 */
export async function addServers(
  client: ClientBase,
  coordinator: Host,
  workers: readonly Host[],
): Promise<string[]> {
  const { rows: known } = await client.query<Host>(
    'select nodename as host, nodeport as port from pg_dist_node',
  )
  const before = await findCoordinator(client)
  if (!before || !isSame(before, coordinator)) await setCoordinator(client, coordinator)
  const added: Host[] = []
  const undo = async () => {
    for (const worker of added) await removeServer(client, worker)
    await (before ? setCoordinator(client, before) : removeServer(client, coordinator))
  }
  let problems: string[]
  try {
    for (const worker of workers) {
      if (known.some((each) => isSame(each, worker))) continue
      await client.query('select citus_add_node($1, $2)', addressValues(worker))
      added.push(worker)
    }
    problems = await findServerProblems(client)
  } catch (error) {
    await undo()
    throw error
  }
  if (problems.length > 0) {
    await undo()
    return problems
  }

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

const isSame = (one: Host, other: Host) => one.host === other.host && one.port === other.port

/** Stores the address of the coordinator, on all servers. */
const setCoordinator = (client: ClientBase, coordinator: Host) =>
  client.query('select citus_set_coordinator_host($1, $2)', addressValues(coordinator))

const removeServer = (client: ClientBase, server: Host) =>
  client.query('select citus_remove_node($1, $2)', addressValues(server))

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

/** The parameters of Citus' functions that take the address of a server. */
export const addressValues = ({ host, port }: Host): [string, number] => [host, port]
