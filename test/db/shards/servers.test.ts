import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { addServers } from '../../../src/db/shards/servers.js'
import { distributeTables } from '../../../src/db/shards/tables.js'
import { openCitusServers } from '../../load/citus-servers.js'
import { freePort } from '../../support/cluster.js'
import { createWorkerDatabases, isSharded } from '../../support/shards.js'
import { connect, openPlainDatabase } from './sharded-database.js'

const server = process.env['DATABASE_URL'] ?? ''

const serversOf = async (client: pg.Client): Promise<unknown[]> => {
  const { rows } = await client.query(
    'select nodename as host, nodeport as port from pg_dist_node order by nodeid',
  )
  return rows
}

/** A worker of the database, on a new server. */
async function openWorker(databaseUrl: string, settings: Readonly<Record<string, string>> = {}) {
  const servers = await openCitusServers()
  onTestFinished(async () => {
    await servers.close()
  })
  const { url } = await servers.add(settings)
  const { added } = await createWorkerDatabases(databaseUrl, [url])
  const client = await connect(new URL(new URL(databaseUrl).pathname, url).href)
  return { host: added[0]!, client }
}

it.runIf(isSharded)(
  'a server that does not fit is refused with all reasons, and changes nothing',
  async () => {
    const { url, client, coordinator, added } = await openPlainDatabase(server)
    const { host, client: worker } = await openWorker(url, { wal_level: 'replica' })
    const PLUGINS = 'output_plugin_libraries'
    const plugins = await worker.query(
      `select current_setting('${PLUGINS}', true) is not null as has`,
    )
    const { has: hasPlugins } = plugins.rows[0] as { has: boolean }
    if (hasPlugins) {
      await worker.query(`alter system set ${PLUGINS} = pgoutput`)
      await worker.query('select pg_reload_conf()')
    }
    // As if it had another version of Citus.
    await worker.query(`alter database ${worker.database} set citus.enable_version_checks = off`)
    await worker.query("update pg_extension set extversion = '12.1-1' where extname = 'citus'")

    const own = await client.query('select extversion from pg_extension where extname = $1', [
      'citus',
    ])
    const { extversion } = own.rows[0] as { extversion: string }
    const postgres = (await client.query('show server_version')).rows[0] as {
      server_version: string
    }
    const major = postgres.server_version.split('.')[0]
    const reasons = [
      'wal_level must be logical',
      ...(hasPlugins ? [`${PLUGINS} must contain citus`] : []),
      'Citus 13 or newer is required',
      `has PostgreSQL ${major} with Citus 12.1-1`,
      `and the coordinator has PostgreSQL ${major} with Citus ${extversion}`,
    ]
    expect(await addServers(client, coordinator, [...added, host])).toEqual([
      `${host.host}:${host.port}: ${reasons.join(', ')}`,
    ])
    expect(await serversOf(client)).toEqual([])
  },
)

it.runIf(isSharded)(
  'a worker that cannot be reached is not added, and neither are the others',
  async () => {
    const { client, coordinator, added } = await openPlainDatabase(server)
    const missing = { host: '127.0.0.1', port: await freePort() }
    await expect(addServers(client, coordinator, [...added, missing])).rejects.toThrow(
      `postgres@127.0.0.1:${missing.port}`,
    )
    expect(await serversOf(client)).toEqual([])
    expect(await addServers(client, coordinator, added)).toEqual([])
    expect(await serversOf(client)).toEqual([coordinator, ...added])
  },
)

it.runIf(isSharded)(
  'a wrong address of the coordinator is refused, and the right one replaces it',
  async () => {
    const { client, coordinator, added } = await openPlainDatabase(server)
    const wrong = { host: '127.0.0.1', port: await freePort() }
    const problems = await addServers(client, wrong, added)
    expect(problems.join('\n')).toContain(`127.0.0.1:${wrong.port}: `)
    expect(await serversOf(client)).toEqual([])

    // An interrupted command has stored it.
    await client.query('select citus_set_coordinator_host($1, $2)', [wrong.host, wrong.port])
    expect(await addServers(client, wrong, added)).toEqual(problems)
    expect(await serversOf(client)).toEqual([wrong])
    expect(await addServers(client, coordinator, added)).toEqual([])
    expect(await serversOf(client)).toEqual([coordinator, ...added])
  },
)

it.runIf(isSharded)(
  'a worker needs space for the rows of all companies, unless it has some already',
  async () => {
    const { url, client, coordinator, added } = await openPlainDatabase(server)
    /** PostgreSQL counts this file of 8 TB, which takes no space on the disk, as a part of the database. */
    const grow = (by: string) =>
      client.query(
        `do $$ begin execute format('copy (select 1) to program %L', 'truncate -s ${by} base/'
        || (select oid from pg_database where datname = current_database()) || '/999999999'); end $$`,
      )
    await grow('8T')
    const problems = await addServers(client, coordinator, added)
    const reason = /: has \d+ bytes of free space, and the database has 8796\d{9}$/
    expect(problems).toEqual(added.map(() => expect.stringMatching(reason)))
    expect(await serversOf(client)).toEqual([])

    await grow('0')
    expect(await addServers(client, coordinator, added)).toEqual([])
    await client.query('begin')
    await distributeTables(client, { shards: 2 })
    await client.query('commit')
    await grow('8T')
    expect(await addServers(client, coordinator, added)).toEqual([])
    const { host } = await openWorker(url)
    expect(await addServers(client, coordinator, [host])).toEqual([expect.stringMatching(reason)])
    expect(await serversOf(client)).toEqual([coordinator, ...added])
  },
)
