import { expect, it } from 'vitest'
import { testDatabase } from '../support/database.js'

/** The column with the company, by table. */
const COMPANY_TABLES = `
  select c.oid, c.relname as name, a.attnum as company
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attname = case c.relname when 'company' then 'id' else 'company_id' end`

/** Keys without a company, each with the reason. */
const exceptions = {
  // A mail for a forgotten password has no company until it is sent, so the outbox cannot be distributed.
  'queued_mail: queued_mail_pkey': 'primary key',
  // Tables that all companies share, which are copied to every server.
  'asset: asset_risk_id_fkey': 'foreign key',
  'asset_type: asset_type_risk_id_fkey': 'foreign key',
  'finding: finding_risk_id_fkey': 'foreign key',
  'session: session_oauth_client_id_fkey': 'foreign key',
  'site: site_risk_id_fkey': 'foreign key',
  'zone_type: zone_type_risk_id_fkey': 'foreign key',
}

const read = async <Row extends object>(text: string): Promise<Row[]> =>
  (await testDatabase().pool.query<Row>(`with tenant as (${COMPANY_TABLES}) ${text}`)).rows

it('is in every primary key, unique key and foreign key of a company’s table', async () => {
  const rows = await read<{ key: string; kind: string }>(`
    select tenant.name || ': ' || i.indexrelid::regclass as key,
      case when i.indisprimary then 'primary key' else 'unique key' end as kind
    from tenant join pg_index i on i.indrelid = tenant.oid
    where i.indisunique and not tenant.company = any(i.indkey::int2[])
    union all
    select tenant.name || ': ' || f.conname, 'foreign key'
    from tenant join pg_constraint f on f.conrelid = tenant.oid and f.contype = 'f'
    where not tenant.company = any(f.conkey)
    order by 1`)
  expect(Object.fromEntries(rows.map(({ key, kind }) => [key, kind]))).toEqual(exceptions)
})

it('refers to the company of the other table in every foreign key', async () => {
  const rows = await read<{ key: string }>(`
    select f.conname as key
    from pg_constraint f
    join tenant own on own.oid = f.conrelid
    join tenant other on other.oid = f.confrelid
    where array_position(f.conkey, own.company) is distinct from array_position(f.confkey, other.company)`)
  expect(rows).toEqual([])
})

it('is not changed by a foreign key: Citus refuses ON UPDATE CASCADE of a distribution column', async () => {
  const rows = await read<{ key: string }>(`
    select f.conname as key from pg_constraint f join tenant on tenant.oid = f.conrelid
    where f.contype = 'f' and f.confupdtype not in ('a', 'r') and tenant.company = any(f.conkey)`)
  expect(rows).toEqual([])
})

it('begins the primary key of every record, and no other index has the same columns', async () => {
  const primary = await read<{ name: string; columns: string }>(`
    select tenant.name, pg_get_indexdef(i.indexrelid) as columns
    from tenant join pg_index i on i.indrelid = tenant.oid and i.indisprimary
    join pg_attribute a on a.attrelid = tenant.oid and a.attname = 'uuid'
    where tenant.name <> 'company' and i.indkey::text <> tenant.company || ' ' || (
      select attnum from pg_attribute where attrelid = tenant.oid and attname = 'id')`)
  expect(primary).toEqual([])
  const duplicates = await read<{ name: string; indexes: string }>(`
    select tenant.name, count(*) as indexes from tenant join pg_index i on i.indrelid = tenant.oid
    where i.indpred is null and i.indexprs is null
    group by tenant.name, i.indkey::text, i.indcollation::text, (select relam from pg_class where oid = i.indexrelid) having count(*) > 1`)
  expect(duplicates).toEqual([])
})
