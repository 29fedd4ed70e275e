import type pg from 'pg'
import { expect, it } from 'vitest'
import { onShard } from '../../../src/db/dispatch/on-shard.js'
import { moveCompany, serverOfCompany } from '../../../src/db/shards/companies.js'
import { isSharded } from '../../support/shards.js'
import { insertCompany, openShardedDatabase } from './sharded-database.js'

const server = process.env['DATABASE_URL'] ?? ''

const NAMES = `select string_agg(c.name || r.level || (c.xmin::text::bigint > 0), ',' order by c.name) || $2::text || encode($3::bytea, 'hex')
  || cardinality($4::text[]) || coalesce($5::int, 7) from checklist c join risk r on r.id = 1 where c.company_id = $1::int`
const COUNT_PREPARED = `select (select count(*) from pg_prepared_statements where name like 'shard%')::text from company where id = $1::int`
const VALUES = [' "it\'s\\ ', Buffer.from([0, 255]), ['a,', '"', null], null]

it.runIf(isSharded)('a query has the same answer on its shard, also after a move', async () => {
  const client = await openShardedDatabase(server)
  for (const id of [1, 2, 3, 4]) await insertCompany(client, id, `Questions ${id}`)
  const ask = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<unknown[]>({
      ...onShard({ text, values }),
      rowMode: 'array',
    } as pg.QueryArrayConfig)
    return rows.map(([value]) => value)
  }
  const askAll = async () => {
    for (const id of [1, 2, 3, 4, 5]) {
      const values = [id, ...VALUES]
      const { rows } = await client.query<unknown[]>({ text: NAMES, values, rowMode: 'array' })
      const expected = id === 5 ? [] : rows.map(([value]) => value)
      if (id !== 5) expect(expected).toEqual([expect.stringContaining(`Questions ${id}`)])
      expect(await ask(NAMES, values)).toEqual(expected)
    }
  }
  for (let execution = 0; execution < 8; execution += 1) await askAll()

  // Not in a transaction with others: the next query is prepared as if nothing had happened.
  const fails = 'select (1 / (count(*) - 1))::text from checklist where company_id = $1::int'
  for (let execution = 0; execution < 2; execution += 1) {
    await expect(ask(fails, [1])).rejects.toThrow('division by zero')
    await client.query('begin')
    await expect(ask(`${fails} and true`, [1])).rejects.toThrow('division by zero')
    await client.query('rollback')
  }
  await client.query(
    `insert into checklist (company_id, uuid, name) values (1, gen_random_uuid(), 'More')`,
  )
  expect(await ask(fails, [1])).toEqual(['1'])
  expect(await ask(`${fails} and true`, [1])).toEqual(['1'])

  await client.query('alter table checklist add column added text')
  await askAll()
  const [from, to] = [await serverOfCompany(client, 1), await otherServer(client, 1)]
  await moveCompany(client, 1, from, to)
  await askAll()
  await client.query(`update checklist set name = 'Questions 1, moved' where company_id = 1`)
  await moveCompany(client, 1, to, from)
  await askAll()

  // A session of a worker keeps a limited number of prepared statements.
  const counts: number[] = []
  for (let index = 0; index < 520; index += 1)
    counts.push(...(await ask(`${COUNT_PREPARED} and ${index} = ${index}`, [1])).map(Number))
  expect(Math.max(...counts)).toBe(500)
  expect(counts.at(-1)).toBeLessThan(100)
  await askAll()

  // A shard that Citus has replaced: the service answers with 503, and the client asks again.
  await expect(
    client.query("select answer_on_shard('risk'::regclass, 'select 1', '1')"),
  ).rejects.toMatchObject({ code: '40001' })
})

async function otherServer(client: pg.Client, companyId: number) {
  const own = await serverOfCompany(client, companyId)
  const { rows } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> ${own.port}`,
  )
  const [other] = rows
  if (!other) throw new Error('expected two workers')
  return other
}
