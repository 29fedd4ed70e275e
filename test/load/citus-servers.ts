import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Host } from '../../src/config/server-url.js'
import { countInShard, serverOfCompany } from '../../src/db/shards/companies.js'
import { type Cluster, createCluster, findPostgres } from '../support/cluster.js'

const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: 200,
  max_connections: 300,
  max_wal_senders: 30,
  max_replication_slots: 30,
  // Citus runs a process for each database, and PostgreSQL one for each shard that moves.
  max_worker_processes: 64,
  fsync: 'off',
}

/** Servers with Citus, each with its extension in the database `postgres`. */
export async function openCitusServers() {
  const bin = requireCitus()
  const servers: Cluster[] = []
  const add = async (settings: Readonly<Record<string, string>> = {}) => {
    const server = await createCluster(bin, { ...SETTINGS, ...settings })
    servers.push(server)
    await query(server.url, 'create extension citus')
    await allowOutputPlugin(server.url)
    return server
  }
  const close = () => Promise.all(servers.map((server) => server.remove()))
  return { bin, add, close }
}

/** The folder of the programs of a PostgreSQL with Citus. Throws an error that says what is missing. */
function requireCitus(): string {
  const bin = findPostgres()
  if (bin === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const config = join(bin, 'pg_config')
  if (!existsSync(config))
    throw new Error('pg_config is missing: apt-get install postgresql-server-dev-15')
  const folder = execFileSync(config, ['--sharedir']).toString().trim()
  if (!existsSync(join(folder, 'extension', 'citus.control')))
    throw new Error(
      `Citus is missing in ${folder}: build it with this pg_config, and "make install"`,
    )
  return bin
}

/** PostgreSQL 15.20 names the libraries that a user who may replicate can load; earlier ones allow all. */
async function allowOutputPlugin(url: string): Promise<void> {
  const NAME = 'output_plugin_libraries'
  const { rows } = await query(url, `select current_setting('${NAME}', true) as value`)
  const { value } = rows[0] as { value: string | null }
  if (value === null) return
  await query(url, `alter system set ${NAME} = ${value}, citus`)
  await query(url, 'select pg_reload_conf()')
}

export const query = (url: string, text: string): Promise<pg.QueryResult> =>
  withClient(url, (client) => client.query(text))

/** The address of the worker that has a company. */
export const serverOf = ({ url }: Cluster, companyId: number): Promise<Host> =>
  withClient(url, (client) => serverOfCompany(client, companyId))

/** Whether the shard of a company also has others. */
export const sharesShard = ({ url }: Cluster, companyId: number): Promise<boolean> =>
  withClient(url, async (client) => (await countInShard(client, companyId)) > 1)

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes a coordinator give no id again that it gave before a crash, or after its restore point: see docs/operating.md. */
export const advanceSequences = (url: string) =>
  query(
    url,
    `select setval(s.seqrelid, nextval(s.seqrelid) + 100000) from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace`,
  )
