import pg from 'pg'
import { firstHost, type Host } from '../../src/config/server-url.js'
import { addServers } from '../../src/db/shards/servers.js'
import { deleteLocalRows, distributeTables } from '../../src/db/shards/tables.js'
import { directUrl } from './direct-url.js'

/** Fewer than the default: each test database has all tables once for each shard. */
const SHARDS = 2

/**
 * The URLs of the workers, separated by commas, if the tests run on a coordinator of Citus: `npm run load -- citus` sets the
 * variable. Empty otherwise.
 */
const workers = (process.env['CITUS_WORKERS'] ?? '').split(',').filter(Boolean)

export const isSharded = workers.length > 0

/**
 * Distributes a migrated, empty database over the workers. The builders of tests write with Prisma, which reads enums back as
 * text: Citus refuses functions that are not immutable there, so that of enums is declared so on all servers.
 */
export async function distributeDatabase(databaseUrl: string): Promise<void> {
  const lock = new pg.Client(workers[0])
  await lock.connect()
  try {
    // `citus_add_node` creates the roles on the worker, which fails if another database does so at the same time.
    await lock.query('select pg_advisory_lock(1)')
    await distribute(directUrl(databaseUrl))
  } finally {
    await lock.end()
  }
}

async function distribute(coordinatorUrl: string): Promise<void> {
  const name = new URL(coordinatorUrl).pathname.slice(1)
  const { coordinator, added } = await createWorkerDatabases(coordinatorUrl)
  for (const url of [coordinatorUrl, ...workers.map((worker) => new URL(name, worker).href)])
    await run(url, 'alter function enum_out(anyenum) immutable')
  const client = new pg.Client(coordinatorUrl)
  await client.connect()
  try {
    const problems = await addServers(client, coordinator, added)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    await client.query('begin')
    await distributeTables(client, { shards: SHARDS })
    await client.query('commit')
    await deleteLocalRows(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates the database with the name of that of the coordinator on the workers, or on other servers, and Citus in all of them. Returns
 * the addresses of the servers.
 */
export async function createWorkerDatabases(
  databaseUrl: string,
  servers: readonly string[] = workers,
): Promise<{ coordinator: Host; added: Host[] }> {
  const coordinatorUrl = directUrl(databaseUrl)
  const name = new URL(coordinatorUrl).pathname.slice(1)
  await run(coordinatorUrl, 'create extension if not exists citus')
  for (const url of servers) {
    await run(url, `create database ${name}`)
    await run(new URL(name, url).href, 'create extension citus')
  }
  return { coordinator: firstHost(coordinatorUrl), added: servers.map(firstHost) }
}

/** Drops the database of this name on each worker. */
export async function dropOnWorkers(name: string): Promise<void> {
  for (const url of workers) await run(url, `drop database if exists ${name} with (force)`)
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of sql.split(';')) await client.query(statement)
  } finally {
    await client.end()
  }
}
