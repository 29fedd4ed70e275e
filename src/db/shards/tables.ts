import type { ClientBase } from 'pg'

/**
 * The tables that Citus must know and does not know yet. A table of companies is `company`, or has a column `company_id` that is
 * never null: it is distributed by company. A table without a company to which such tables refer is copied to each server (a
 * reference table), and so are those of the names $1, to which keys of such tables will refer. All others stay on the
 * coordinator.
 */
const NEW_TABLES = `
with of_companies as (
  select c.oid, c.relname as name
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and (c.relname = 'company' or exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull))
), needed as (
  select oid, name, true as "isDistributed" from of_companies
  union
  select c.oid, c.relname, false
  from pg_constraint k join pg_class c on c.oid = k.confrelid
  where k.contype = 'f' and k.conrelid in (select oid from of_companies)
    and k.confrelid not in (select oid from of_companies)
  union
  select c.oid, c.relname, false from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])
    and c.oid not in (select oid from of_companies)
)
select oid, name, "isDistributed" from needed
where oid not in (select logicalrelid from pg_dist_partition)
order by "isDistributed", name <> 'company', name`

/** Citus refuses `on update cascade` to a reference table. Nothing updates the keys of these tables. */
const FOREIGN_KEYS = `
select conrelid::regclass::text as "table", quote_ident(conname) as name,
       replace(pg_get_constraintdef(oid), 'ON UPDATE CASCADE', 'ON UPDATE RESTRICT') as definition
from pg_constraint
where contype = 'f' and (conrelid = any ($1::oid[]) or confrelid = any ($1::oid[]))`

const TRIGGERS = `
select tgrelid::regclass::text as "table", quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition
from pg_trigger where not tgisinternal and tgrelid = any ($1::oid[])`

const DISTRIBUTE_FUNCTIONS = `
select create_distributed_function(p.oid::regprocedure)
from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  and not exists (
    select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`

interface NewTable {
  readonly oid: number
  readonly name: string
  readonly isDistributed: boolean
}

interface Dependent {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Prepares the transaction for the definition of tables, keys and triggers. Citus calls triggers of distributed tables unsafe,
 * because the trigger of a shard runs on the shard's server: those of the service read and write rows of the same company only,
 * which are on the same server. One statement after the other goes to the shards, because a transaction may define several tables.
 */
export async function allowDefinitions(client: ClientBase): Promise<void> {
  await client.query('set local citus.enable_unsafe_triggers = on')
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
}

interface Options {
  /** The number of parts into which the tables are divided; that of Citus' setting if undefined. */
  readonly shards?: number | undefined
  /** Tables to which distributed tables will refer. */
  readonly referenced?: readonly string[]
}

/**
 * Distributes the tables of companies, and makes all functions known to the servers. Skips what is distributed already. Returns
 * the number of new tables. Must be called in a transaction: while the rows of a table are copied, it has no foreign keys, because
 * Citus refuses a key to a table that is not distributed yet, and no triggers, because they would run for each row.
 */
export async function distributeTables(
  client: ClientBase,
  { shards, referenced = [] }: Options = {},
): Promise<number> {
  await allowDefinitions(client)
  await client.query('set local client_min_messages = warning')
  if (shards !== undefined) await client.query(`set local citus.shard_count = ${shards}`)
  const { rows: tables } = await client.query<NewTable>(NEW_TABLES, [referenced])
  const oids = [tables.map(({ oid }) => oid)]
  const { rows: keys } = await client.query<Dependent>(FOREIGN_KEYS, oids)
  const { rows: triggers } = await client.query<Dependent>(TRIGGERS, oids)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`drop trigger ${name} on ${table}`)
  for (const table of tables) await distribute(client, table)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { definition } of triggers) await client.query(definition)
  await client.query(DISTRIBUTE_FUNCTIONS)
  return tables.length
}

function distribute(client: ClientBase, { name, isDistributed }: NewTable) {
  if (!isDistributed) return client.query('select create_reference_table($1)', [name])
  return name === 'company'
    ? client.query("select create_distributed_table('company', 'id')")
    : client.query(
        "select create_distributed_table($1, 'company_id', colocate_with => 'company')",
        [name],
      )
}

/**
 * Deletes the rows of distributed tables that are still on the coordinator. Nothing reads them any more. Must be called after
 * the transaction of `distributeTables`. Can be called again.
 */
export async function deleteLocalRows(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition
     where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`,
  )
  await client.query('set client_min_messages = warning')
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1)', [name])
}
