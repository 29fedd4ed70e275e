import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, it } from 'vitest'
import {
  countInShard,
  drainServer,
  findWorker,
  isolateCompany,
  listShardServers,
  moveCompany,
  serverOfCompany,
} from '../../../src/db/shards/companies.js'
import { addServers } from '../../../src/db/shards/servers.js'
import { isSharded } from '../../support/shards.js'
import { silentLog } from '../../support/silent-log.js'
import { connect, insertCompany, openShardedDatabase } from './sharded-database.js'

const server = process.env['DATABASE_URL'] ?? ''

/** The rows of a company in each distributed table that has any. */
const ROWS = `
select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' and logicalrelid <> 'company'::regclass order by 1`

it.runIf(isSharded)('a drained worker gets companies again after it was added again', async () => {
  const client = await openShardedDatabase(server)
  await insertCompany(client, 1, 'Questions')
  await client.query(
    `insert into chosen_id (company_id, record_id, input_hash) values (1, gen_random_uuid(), '\\x00')`,
  )
  const rows = await countRows(client)
  expect(rows).toMatchObject({ chosen_id: 1, checklist: 1 })

  const from = await serverOfCompany(client, 1)
  expect(await findWorker(client, from)).toBe('ready')
  await drainServer(client, from)
  expect(await findWorker(client, from)).toBe('drained')
  expect(await countRows(client)).toEqual(rows)
  const to = await serverOfCompany(client, 1)
  expect(to).not.toEqual(from)
  const roles = (await listShardServers(client)).map(({ role, companies }) => [role, companies])
  expect(roles.sort()).toEqual([
    ['coordinator', 0],
    ['drained', 0],
    ['worker', 1],
  ])

  const coordinator = { host: '127.0.0.1', port: Number(new URL(server).port) }
  expect(await findWorker(client, coordinator)).toBeUndefined()
  expect(await addServers(client, coordinator, [from])).toEqual([])
  expect(await findWorker(client, from)).toBe('ready')
  await moveCompany(client, 1, to, from)
  expect(await serverOfCompany(client, 1)).toEqual(from)
  expect(await countRows(client)).toEqual(rows)
})

it.runIf(isSharded)('a company moves while rows of its shard are updated', async () => {
  const client = await openShardedDatabase(server)
  const companies = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const id of companies) await insertCompany(client, id, 'Questions')
  const from = await serverOfCompany(client, 1)
  const servers = await listShardServers(client)
  const [to] = servers.filter(
    ({ role, server }) => role === 'worker' && server !== `${from.host}:${from.port}`,
  )
  let isMoving = true
  const write = async () => {
    const writer = await openWriter(client)
    let updates = 0
    for (; isMoving; updates += 1) {
      for (const id of companies)
        await writer.query('update checklist set name = $2 where company_id = $1', [
          id,
          `Questions ${updates}`,
        ])
    }
    return updates
  }
  const writing = write()
  await moveCompany(client, 1, from, { host: '127.0.0.1', port: Number(to?.server.split(':')[1]) })
  isMoving = false
  const updates = await writing
  expect(updates).toBeGreaterThan(0)
  expect(await serverOfCompany(client, 1)).not.toEqual(from)
  const { rows } = await client.query('select company_id, name from checklist order by 1')
  expect(rows).toEqual(
    companies.map((id) => ({ company_id: id, name: `Questions ${updates - 1}` })),
  )
})

it.runIf(isSharded)('no insert is lost while a company gets a shard of its own', async () => {
  const client = await openShardedDatabase(server)
  const companies = Array.from({ length: 20 }, (_, index) => index + 1)
  for (const id of companies) await insertCompany(client, id, 'Questions')
  let shared = 1
  while ((await countInShard(client, shared)) === 1) shared += 1
  const inserted = new Map<number, number>()
  let isDividing = true
  const write = async (id: number) => {
    const writer = await openWriter(client)
    while (isDividing) {
      const { rowCount } = await writer.query(INSERT, [id, [randomUUID(), randomUUID()]])
      expect(rowCount).toBe(2)
      inserted.set(id, (inserted.get(id) ?? 0) + 2)
    }
  }
  const writing = Promise.all(companies.map(write))
  await isolateCompany(client, shared, silentLog)
  isDividing = false
  await writing
  expect(await countInShard(client, shared)).toBe(1)
  const { rows } = await client.query<{ id: number; count: number }>(
    'select company_id as id, count(*)::int as count from chosen_id group by 1',
  )
  expect(new Map(rows.map(({ id, count }) => [id, count]))).toEqual(inserted)
})

const INSERT = `
insert into chosen_id (company_id, record_id, input_hash)
select c.id, r.id, '\\x00' from company c cross join unnest($2::uuid[]) as r (id) where c.id = $1::int`

const openWriter = ({ database }: pg.Client) => connect(new URL(database ?? '', server).href)

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const tables = await client.query<{ name: string }>(ROWS)
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${name} where company_id = 1`,
    )
    if (rows[0]!.count > 0) counts[name] = rows[0]!.count
  }
  return counts
}
