import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrateSource } from '../../src/db/connect.js'
import { serverSource } from '../../src/db/source.js'
import { createAcme } from '../support/admin-command.js'
import { type Cluster, createCluster, findPostgres } from '../support/cluster.js'
import { post } from '../support/graphql.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const bin = findPostgres() ?? ''
const input = { username: 'ann@acme.example', password: 'first-of-all-passwords' }
const SIGN_IN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
const CREATE = `mutation ($name: String!) {
  createClient(input: { legalName: $name }) { client { id } userErrors { message } } }`
const FOLLOW = `query ($cursor: String) {
  auditLog(first: 100, after: $cursor, orderBy: [{ field: TRANSACTION }], filter: { recordTypes: [CLIENT] }) {
    edges { cursor node { recordId } } } }`
const NEWEST = '{ auditLog(first: 1, filter: { recordTypes: [CLIENT] }) { nodes { recordId } } }'
const RAISED = 'raised the offsets of its companies'

async function start(env: Record<string, string>) {
  const service = startServiceProcess(env)
  const address = addressOf(service)
  const { data } = await post(SIGN_IN, { input }, {}, address)
  const headers = { authorization: `Bearer ${String(data.login.accessToken)}` }
  const graphql = (query: string, variables = {}) => post(query, variables, headers, address)
  const create = async (name: string) => {
    const { createClient } = (await graphql(CREATE, { name })).data
    expect(createClient.userErrors).toEqual([])
    return String(createClient.client.id)
  }
  return { service, graphql, create }
}

type Service = Awaited<ReturnType<typeof start>>

/** A client that reads on from its last cursor, whichever service answers. */
function newFollower() {
  let cursor: string | null = null
  const seen: string[] = []
  return async ({ graphql }: Service) => {
    const { data } = await graphql(FOLLOW, { cursor })
    for (const edge of data.auditLog.edges) {
      seen.push(edge.node.recordId)
      cursor = edge.cursor
    }
    return seen
  }
}

async function newCluster(): Promise<Cluster> {
  const cluster = await createCluster(bin, { fsync: 'off' })
  onTestFinished(cluster.remove)
  return cluster
}

async function connect({ url }: Cluster): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

const USE_IDS = `do $$ begin
  for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$`

/** More than a statement deletes. */
const OLD_ENTRIES = `
insert into audit_entry (company_id, transaction_id, record_type, record_id, action)
select (select id from company), i, 'Site', gen_random_uuid(), 'updated' from generate_series(1, 250) i`

it.runIf(bin)(
  'a client that follows the log misses nothing, and sees nothing twice, when a dump is restored on a fresh server',
  async () => {
    const [old, fresh] = await Promise.all([newCluster(), newCluster()])
    const [DATA_DIR, file] = [await temporaryFolder(), join(await temporaryFolder(), 'dump')]
    const follow = newFollower()
    const created: string[] = []

    const env = { NODE_ENV: 'development', DATA_DIR, DATABASE_URL: old.url }
    await createAcme(env, input.username, input.password)
    const source = await connect(old)
    await source.query(USE_IDS)
    await source.query(OLD_ENTRIES)
    const before = await start(env)
    created.push(await before.create('A'), await before.create('B'))
    await expect.poll(() => follow(before)).toEqual(created)
    // Not read before the restore.
    created.push(await before.create('C'))
    expect(before.service.output()).not.toContain(RAISED)
    await before.service.destroy()

    execFileSync(join(bin, 'pg_dump'), ['-Fc', old.url, '-f', file])
    execFileSync(join(bin, 'pg_restore'), ['--no-owner', '-d', fresh.url, file])
    const target = await connect(fresh)
    const newest = 'select max(transaction_id) as id, count(*)::int from audit_entry'
    const { rows: restored } = await target.query<{ id: string; count: number }>(newest)
    const { rows: ids } = await target.query('select pg_current_xact_id()::text as id')
    expect(Number(restored[0]?.id)).toBeGreaterThan(Number(ids[0].id))

    // Two instances start at the same time.
    const both = { DATA_DIR, DATABASE_URL: fresh.url }
    const [one, two] = await Promise.all([start(both), start(both)])
    const raised = [one, two].filter(({ service }) => service.output().includes(RAISED))
    expect(raised).toHaveLength(1)
    await expect.poll(() => follow(one)).toEqual(created)
    created.push(await one.create('D'), await two.create('E'))
    await expect.poll(() => follow(two)).toEqual(created)
    const { data } = await one.graphql(NEWEST)
    expect(data.auditLog.nodes).toEqual([{ recordId: created.at(-1) }])
    await Promise.all([one.service.destroy(), two.service.destroy()])

    expect(restored[0]?.count).toBeGreaterThan(250)
    // Old entries are deleted, in several batches, and newer ones stay.
    await target.query(
      `update audit_entry set at = now() - interval '9 days' where transaction_id <= $1`,
      [restored[0]?.id],
    )
    const last = await start({ ...both, AUDIT_DAYS: '5' })
    const oldEntries = `select count(*)::int as count from audit_entry where at < now() - interval '5 days'`
    const count = async () => (await target.query<{ count: number }>(oldEntries)).rows[0]?.count
    await expect.poll(count).toBe(0)
    expect(last.service.output()).not.toContain(RAISED)
    const { rows: kept } = await target.query<{ count: number }>(newest)
    expect(kept[0]?.count).toBeGreaterThan(0)
  },
)

it.runIf(bin)(
  'a transaction that waits while the offset is raised writes with the new one',
  async () => {
    const cluster = await newCluster()
    await migrateSource(serverSource(cluster.url), 60_000, silentLog)
    const [admin, raiser, early, writer] = [
      await connect(cluster),
      await connect(cluster),
      await connect(cluster),
      await connect(cluster),
    ]
    const insert = `insert into company (uuid, name) values (gen_random_uuid(), 'Acme') returning id`
    const id = (await admin.query<{ id: number }>(insert)).rows[0]?.id
    await admin.query('update audit_entry set transaction_id = transaction_id + 1000000')
    const rename = (name: string) => `update company set name = '${name}' where id = ${id}`
    const waiting = async (count: number) => {
      const text = `select count(*)::int as count from pg_locks where relation = 'audit_entry'::regclass and not granted`
      const locks = async () => (await admin.query<{ count: number }>(text)).rows[0]?.count
      await expect.poll(locks).toBe(count)
    }

    // The transaction has an id, but no entry yet, when the offset is raised.
    await early.query('begin; select pg_current_xact_id()')
    await writer.query('begin')
    await writer.query(rename('B'))
    const raising = raiser.query<{ raised: number }>('select raise_audit_offsets() as raised')
    await waiting(1)
    const waits = early.query(
      `insert into checklist (uuid, company_id, name) values (gen_random_uuid(), ${id}, 'C')`,
    )
    await waiting(2)
    await writer.query('commit')
    expect((await raising).rows).toEqual([{ raised: 1 }])
    await waits
    await early.query('commit')
    const { rows } = await admin.query<{ after: { name: string } }>(
      `select after from audit_entry where company_id = $1 order by transaction_id, id`,
      [id],
    )
    // B was written before the offset was raised, by a transaction that began before it.
    expect(rows.map(({ after }) => after.name)).toEqual(['B', 'Acme', 'C'])
    expect((await raiser.query('select raise_audit_offsets() as raised')).rows).toEqual([
      { raised: 0 },
    ])
  },
)
