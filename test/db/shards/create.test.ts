import type pg from 'pg'
import { expect, it } from 'vitest'
import { describeError } from '../../../src/admin/describe-error.js'
import { shardDatabase } from '../../../src/admin/shard-database.js'
import { createApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config/config.js'
import { openDatabase } from '../../../src/db/connect.js'
import { readServerKind } from '../../../src/db/server-kind.js'
import { addServers } from '../../../src/db/shards/servers.js'
import { distributeTables } from '../../../src/db/shards/tables.js'
import { createLog } from '../../../src/log/create-log.js'
import { closeApp } from '../../support/close-app.js'
import { metricsOf } from '../../support/metric-values.js'
import { PATIENT } from '../../support/patient-settings.js'
import { isSharded } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'
import { untilBlocked } from '../../support/until-blocked.js'
import { DEFINITIONS } from './definitions.js'
import { connect, insertCompany, openPlainDatabase } from './sharded-database.js'

const server = process.env['DATABASE_URL'] ?? ''
const TOKEN = 'a token of Prometheus'

/** A database with companies, and `admin shard create` for it, in maintenance mode, on a connection of its own. */
async function openCommand() {
  const { url, client, coordinator, added } = await openPlainDatabase(server)
  for (const id of [1, 2, 3, 4]) await insertCompany(client, id, `Questions ${id}`)
  const config = { ...readConfig({ ...PATIENT, DATABASE_URL: url }), databaseUrl: url }
  const create = async () => {
    await client.query('update service_state set maintenance_since = now()')
    const own = await connect(url)
    const { rows } = await own.query<{ pid: number }>('select pg_backend_pid() as pid')
    const isDistributed = (await readServerKind(own)).isSharded
    const options = { workers: added, coordinator, shards: 2 }
    return {
      pid: rows[0]?.pid,
      result: shardDatabase(own, { config, isSharded: isDistributed }, options),
    }
  }
  return { url, client, coordinator, workers: added, create }
}

/** What clients see, and what migrations have defined. */
async function readAll(client: pg.Client) {
  const { rows } = await client.query(
    'select k.company_id, c.name, k.name from checklist k join company c on c.id = k.company_id order by 1',
  )
  const definitions = await client.query(DEFINITIONS)
  expect([rows.length, definitions.rows.length > 500]).toEqual([4, true])
  return { rows, definitions: definitions.rows }
}

const sizesOf = async (client: pg.Client) =>
  (
    await client.query<{ company: number; checklist: number }>(
      `select pg_relation_size('company')::int as company, pg_relation_size('checklist')::int as checklist`,
    )
  ).rows[0]

it.runIf(isSharded)(
  'an interrupted command leaves a plain database, and continues when called again',
  async () => {
    const { url, client, workers, create } = await openCommand()
    const before = await readAll(client)

    const other = await connect(url)
    await other.query('begin')
    await other.query('lock table audit_entry in row exclusive mode')
    const { pid, result } = await create()
    const interrupted = result.catch(describeError)
    await untilBlocked((statement) => client.query(statement))
    // The tables come in the order of their names: some are distributed, others are not.
    const { rows: blocked } = await client.query<{ query: string }>(
      `select query from pg_stat_activity where pid = $1`,
      [pid],
    )
    expect(blocked).toEqual([{ query: expect.stringContaining('create_distributed_table') }])
    await client.query('select pg_terminate_backend($1::int)', [pid])
    expect(await interrupted).toContain('terminating connection')
    await other.query('rollback')

    expect(await readServerKind(client)).toMatchObject({ isSharded: false })
    expect(await readAll(client)).toEqual(before)
    const left = await client.query<{ result: string }>(
      `select result from run_command_on_workers($$ select count(*) from pg_class where relname ~ '^company_\\d+$' $$)`,
    )
    expect(left.rows).toEqual(workers.map(() => ({ result: '0' })))

    const again = await create()
    const tables = (await client.query('select 1 from pg_dist_partition')).rowCount
    expect(tables).toBe(0)
    expect(await again.result).toEqual({ workers: 2, newTables: expect.any(Number), shards: 2 })
    expect(await readServerKind(client)).toMatchObject({ isSharded: true })
    expect(await readAll(client)).toEqual(before)
    expect(await sizesOf(client)).toEqual({ company: 0, checklist: 0 })
  },
)

it.runIf(isSharded)(
  'a command that was interrupted after its commit deletes the rows of the coordinator when called again',
  async () => {
    const { url, client, coordinator, workers, create } = await openCommand()
    const before = await readAll(client)
    const sizes = await sizesOf(client)

    const first = await connect(url)
    expect(await addServers(first, coordinator, workers)).toEqual([])
    await first.query('begin')
    await distributeTables(first, { shards: 2 })
    await first.query('commit')
    await first.end()
    expect(sizes).toEqual({ company: 8192, checklist: 8192 })
    expect(await sizesOf(client)).toEqual(sizes)
    expect(await readAll(client)).toEqual(before)

    const { result } = await create()
    expect(await result).toEqual({ workers: 2, newTables: 0, shards: 2 })
    expect(await sizesOf(client)).toEqual({ company: 0, checklist: 0 })
    expect(await readAll(client)).toEqual(before)
  },
)

it.runIf(isSharded)('the service finds out that the database is distributed', async () => {
  const { url, client, create } = await openCommand()
  const readStatus = async () => {
    const config = readConfig({ ...PATIENT, DATABASE_URL: url, METRICS_TOKEN: TOKEN })
    const db = await openDatabase(config, silentLog)
    const app = await createApp(config, db, createLog('silent', { write: () => undefined }))
    try {
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      const ready = await (await fetch(`${address}/ready`)).json()
      return { ready, metric: (await metricsOf(address, TOKEN))('fis_database_sharded') }
    } finally {
      await closeApp(app)
      await db.close()
    }
  }
  expect(await readStatus()).toEqual({ ready: { status: 'ready' }, metric: 0 })
  const { result } = await create()
  await result
  await client.query('update service_state set maintenance_since = null')
  expect(await readStatus()).toEqual({ ready: { status: 'ready', isSharded: true }, metric: 1 })
})
