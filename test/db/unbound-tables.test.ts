import { expect, it } from 'vitest'
import { parseStatement } from '../support/syntax-tree.js'
import { unboundTables } from '../support/unbound-tables.js'

it.each([
  'select 1',
  'select level from risk',
  'select * from asset where company_id = $1::int and id = any($2)',
  'select * from "public"."asset" where ("public"."asset"."id" = $2 and "public"."asset"."company_id" = $1)',
  'select from asset a join zone z on z.company_id = a.company_id and z.id = a.zone_id where a.company_id = $1',
  'select from company where id = $1',
  'select from zone where (company_id, id) in (($1, $2), ($1, $3))',
  'select from zone where company_id = $1 and id = 1 or id = 2 and company_id = $1',
  'with found as (select company_id, id from zone where company_id = $1) select from found join asset a on a.company_id = found.company_id',
  'select (select count(*) from asset x where x.company_id = $1) from zone z where z.company_id = $1',
  'select from asset a left join zone z on z.company_id = $1 and z.id = a.zone_id where a.company_id = $1',
  'select from unnest($2::int[]) p (id) cross join lateral (select from job where company_id = $1 and id = p.id) j',
  'insert into zone (company_id, name) values ($1, $2), ($1, $3)',
  'insert into zone (company_id, name) select c.id, g.name from company c cross join unnest($2::text[]) g (name) where c.id = $1',
  'with given as (select $1::int as company_id) insert into zone (company_id) select company_id from given',
  'update asset set code = $2 from unnest($3::int[]) given (id) where asset.company_id = $1 and asset.id = given.id',
  'delete from access_token t using session s where s.company_id = $1 and t.company_id = s.company_id',
  'with zone as (select 1 as id) select from zone',
])('finds no table without a company in %s', async (statement) => {
  expect(unboundTables(await parseStatement(statement))).toEqual([])
})

it.each([
  ['asset', 'select * from asset where id = $1'],
  ['zone', 'insert into zone (company_id) select s.id from site s where s.company_id = $1'],
  ['asset', 'select * from asset a where a.id in (select 1 from zone where company_id = $1)'],
  ['zone', 'select from asset a join zone z on z.id = a.zone_id where a.company_id = $1'],
  [
    'zone',
    'select from asset a left join zone z on z.id = a.zone_id and a.company_id = $1 where a.company_id = $1',
  ],
  [
    'asset',
    'select (select count(*) from asset x where x.company_id = z.company_id) from zone z where z.company_id = $1',
  ],
  [
    'zone',
    'select from asset a left join zone z on z.company_id = a.company_id and z.id = a.zone_id where a.company_id = $1',
  ],
  ['asset,zone', 'select from asset a join zone z on z.company_id = a.company_id'],
  ['asset', 'select from asset where company_id = $1 or id = $2'],
  ['asset', 'select from asset where company_id <> $1'],
  ['asset', 'select from asset where company_id = company_id'],
  ['asset', 'select from asset where not company_id = $1'],
  ['asset', 'select from asset where company_id = any($1)'],
  ['company', 'select from company where company_id = $1'],
  [
    'job',
    'select from zone z where z.company_id = $1 and exists (select from job where site_id = z.site_id)',
  ],
  ['asset', 'with a as (select id from asset) select from a'],
  ['asset', 'with zone as (select 1 as id) select from zone, asset'],
  ['asset', 'select 1 union all select id from asset'],
  [
    'asset',
    'select from unnest($1::int[]) p (id) cross join lateral (select from asset where id = p.id) a',
  ],
  ['asset', 'begin; select id from asset'],
  ['zone', 'insert into zone (name) values ($1)'],
  ['asset', 'insert into zone (company_id, name) select $1, code from asset'],
  ['zone', 'insert into zone (company_id, name) select size, name from given'],
  ['asset', 'update asset set code = $2 where id = $1'],
  [
    'zone',
    'update asset set code = $2 from zone where asset.company_id = $1 and zone.id = asset.zone_id',
  ],
  ['session', 'delete from session where id = $1'],
])('finds %s in %s', async (tables, statement) => {
  expect(unboundTables(await parseStatement(statement)).join(',')).toBe(tables)
})
