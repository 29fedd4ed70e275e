import { expect, it } from 'vitest'
import { refusedByShards } from '../support/refused-by-shards.js'
import { parseStatement } from '../support/syntax-tree.js'

it.each([
  'select 1 from asset',
  'values (1)',
  'select 1 from zone union select 1 from asset',
  'select coalesce(created_at, now()) from asset where company_id = $1',
  "update session set revoked_at = now() where company_id = $1 and created_at < now() - interval '1 day'",
  'update session set revoked_at = least(revoked_at, now()) where company_id = $1',
  "insert into known_network (used_at) values (now() + interval '1 day') on conflict (network) do update set used_at = excluded.used_at",
  "insert into company_mail (invitations) values (1) on conflict (company_id) do update set invitations = case when excluded.invitations_until - company_mail.invitations_until < interval '1 hour' then 1 end",
  'with changed as (update asset set code = $1 returning id, updated_at) select id, now() - updated_at from changed',
  'with a as (select id from (select asset.id from unnest($1::int[]) t (id) join asset using (id) for share of asset) as x) select 1 from a',
  'with a as (select asset.id from asset join zone on true for share of asset) select 1 from a',
  'select page.id, page.key0::text as position0 from (select t.id, t.id as key0 from asset t) page order by page.key0',
  'select t.code as code from asset t order by t.code',
  'select (select x.code from asset x where x.id = t.id) as other from asset t order by t.code',
  'select t.code, lower(t.code), case when true then t.code else lower(t.code) end from asset t order by t.code, t.id desc',
  'insert into barcode (company_id, id) select c.id, a.id from unnest($2::int[]) as a (id) join company c on c.id = $1',
  'select 1 from queued_mail where company_id is not distinct from $1',
  'insert into zone as added (id, company_id, name) select $3, c.id, $2 from company c where c.id = $1 returning added.id',
  'insert into zone (company_id, name) values ($1, $2), ($1, $3)',
  'insert into zone (company_id, uuid, name) values ($1, gen_random_uuid(), $2)',
  'insert into job (company_id, status) values ($1, $2::text::job_status) returning id, status',
  'with changed as (update job set status = $2 where company_id = $1 returning id, status) select id, status::text from changed',
  'select status::text from job where company_id = $1',
  'insert into zone (company_id, name) values ($1, $2) returning id',
  'insert into log_follower (company_id, transaction_id) values ($1, $2)',
  'select pg_snapshot_xmin(pg_current_snapshot()) from company where id = $1',
  'update app_user u set digested_at = newest_digest(u.digest_days, 7, u.timezone, $2) where u.company_id = $1',
  "update notice set attempts = 1 where company_id = $1 and user_id in (select u.id from app_user u where u.company_id = $1 and to_char(u.created_at, 'YYYY') = $2)",
  'update calendar_link l set revoked_at = $2 where company_id = $1 returning (select s.name from site s where s.company_id = $1 and s.id = l.site_id)',
])('finds nothing in %s', async (statement) => {
  expect(refusedByShards(await parseStatement(statement))).toEqual([])
})

const LOCK = 'a CTE that locks one table of a join with other rows'
it.each([
  ['an empty select list', 'select from asset'],
  ['an empty select list', 'select exists (select from asset where company_id = $1)'],
  [
    'an insert of a query with `returning`, into a table without an alias',
    'insert into zone (id, company_id, name) select $3, c.id, $2 from company c where c.id = $1 returning id',
  ],
  ['an assignment of a row', 'update asset set (code, zone_id) = (select $1, $2)'],
  [
    '`is not distinct from` of a company',
    'select 1 from asset a where a.company_id is not distinct from $1',
  ],
  ['a time in `coalesce`', 'update session set revoked_at = coalesce(revoked_at, now())'],
  ['a time in `case`', 'update session set revoked_at = case when $1 then current_timestamp end'],
  [
    'a time in `case`',
    "delete from session where case when $1 then $2 - interval '1 day' < $3 end",
  ],
  [
    'a time in `returning`',
    "insert into session (id) values ($1) returning $2::timestamptz + $3 * interval '1 s'",
  ],
  [
    'a time in `on conflict`',
    'insert into session (id) values ($1) on conflict (id) do update set revoked_at = now()',
  ],
  [
    'an interval added to a column in an update',
    'update access_token set expires_at = expires_at + $1::interval',
  ],
  [
    LOCK,
    'with a as (select asset.id from unnest($1::int[]) t (id) join asset using (id) for share of asset) select 1 from a',
  ],
  [
    LOCK,
    'with t as (select 1 as id), a as (select asset.id from t join asset using (id) for update of asset) select 1 from a',
  ],
  [
    'an output column with the name of another column in `order by`',
    'select page.id, page.key0::text from (select t.id, t.id as key0 from asset t) page order by page.key0',
  ],
  [
    'an output column with the name of another column in `order by`',
    'select lower(t.code) as code from asset t order by t.code',
  ],
  ...[
    'select t.id as code from asset t order by t.code',
    'select (select x.code from asset x where x.id = -t.id) from asset t order by t.code',
    'select left(t.code, 1) from (select code, id as left from asset) t order by t.left',
    'select case when true then lower(t.code) else t.code end from asset t order by t.code',
    'select (array[lower(t.code)])[1] as code from asset t order by t.code',
    'select t.id::text collate "C" from asset t order by t.id',
    'select distinct on (t.id) t.id::text from asset t',
  ].map((statement) => [
    'an output column with the name of another column in `order by`',
    statement,
  ]),
  ...[
    'insert into zone (company_id, name) select c.id, t.name from company c, unnest($2::text[]) t (name) where c.id = $1',
    'insert into zone (company_id, name) select c.id, $2 from company c where c.id = $1',
    'insert into barcode (company_id, id, uuid) select c.id, $2, gen_random_uuid() from company c where c.id = $1',
  ].map((statement) => [
    'an insert of a query with ids from a default, or with random values',
    statement,
  ]),
  [
    'an insert of a query that reads no table',
    'insert into barcode (company_id, id) select $1, $2',
  ],
  ...[
    'INSERT INTO "public"."job" ("company_id") VALUES ($1) RETURNING "public"."job"."id", "public"."job"."status"::text',
    'update job set number = 1 where company_id = $1 and status::text = $2',
    "update job set reference = case when status::text = 'open' then $2 end where company_id = $1",
  ].map((statement) => ['a cast of an enum in a write', statement]),
  [
    'an insert of a query that reads no table',
    'insert into barcode (company_id, id) select $1, id from unnest($2::int[]) id',
  ],
  ['a setting by `set_config`', "select set_config('app.actor', $1, true)"],
  [
    'a setting by `set_config`',
    "with actor as (select set_config('app.actor', $1, true)) update company set name = $2 from actor where id = $3",
  ],
  [
    'a subquery in the values or in `returning` of an insert',
    'insert into calendar_link (site_id) values ((select s.id from site s where s.company_id = $1))',
  ],
  [
    'a subquery in the values or in `returning` of an insert',
    'insert into calendar_link as l (site_id) values ($2) returning (select s.name from site s where s.company_id = $1 and s.id = l.site_id)',
  ],
  [
    'a subquery in the values or in `returning` of an insert',
    'insert into calendar_link as l (site_id) select s.id from site s where s.company_id = $1 returning (select s.name from site s where s.company_id = $1)',
  ],
  [
    'a snapshot in a write',
    'insert into log_follower (transaction_id) select pg_snapshot_xmin(pg_current_snapshot())::text::bigint from company c where c.id = $1',
  ],
  [
    'a function of a column in an update that may be not immutable',
    "update notice set attempts = 1 where company_id = $1 and to_char(created_at, 'YYYY') = $2",
  ],
  [
    'an insert of rows of a CTE',
    'with a as (select id from asset where company_id = $1 for share) insert into barcode (id, asset_id) select id, id from a',
  ],
])('finds %s in %s', async (rule, statement) => {
  expect(refusedByShards(await parseStatement(statement))).toEqual([rule])
})
