import pg from 'pg'

/**
 * The tables whose rows are copied. Users, types and checklists are not copied: a larger company does not have more of
 * them.
 */
const TABLES = 'client site zone asset barcode job job_zone document inspection'.split(' ')
const WITH_ID = TABLES.filter((table) => table !== 'job_zone')

/** The comment on the table of assets after the copy. */
const COPIED = 'copied'

interface Column {
  readonly name: string
  readonly type: string
  /** The table of `TABLES` that a foreign key refers to. */
  readonly target: string | null
  /** Whether a unique index contains it. */
  readonly unique: boolean
}

const COLUMNS = `
select a.attname as name, format_type(a.atttypid, null) as type,
  (select c.confrelid::regclass::text from pg_constraint c
   where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any(c.conkey) and a.attname <> 'company_id'
     and c.confrelid::regclass::text = any($2) limit 1) as target,
  exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as unique
from pg_attribute a
where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
order by a.attnum`

const INDEXES = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i
where i.indrelid = any($1::regclass[]) and not i.indisunique`

/**
 * Copies the records of all companies with SQL until there are `times` as many, unless they have been copied. The
 * demo's generator keeps all rows in memory, so it cannot create ten million. Triggers are off, and indexes are dropped
 * and created again, all in one transaction.
 */
export async function copyRecords(url: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: copied } = await client.query<{ by: string | null }>(
      "select obj_description('asset'::regclass) as by",
    )
    if (copied[0]?.by === COPIED) return
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '1GB'; begin",
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES, [
      TABLES,
    ])
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const offsets = new Map<string, number>()
    for (const table of WITH_ID) {
      const { rows } = await client.query<{ max: number }>(`select max(id) from ${table}`)
      offsets.set(table, rows[0]?.max ?? 0)
    }
    for (const table of TABLES) {
      const { rows } = await client.query<Column>(COLUMNS, [table, TABLES])
      const values = rows.map((column) => copyOf(column, table, offsets)).join(', ')
      await client.query(
        `insert into ${table} (${rows.map(({ name }) => name).join(', ')})
         select ${values} from ${table} r, generate_series(1, $1::int - 1) copy`,
        [times],
      )
      console.error(`Copied ${table}.`)
    }
    for (const table of WITH_ID) {
      await client.query(
        `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`,
        [table],
      )
    }
    for (const { definition } of indexes) await client.query(definition)
    await client.query(
      'update company c set job_number = (select max(number) from job where company_id = c.id)',
    )
    await client.query(`comment on table asset is '${COPIED}'`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** SQL of a copied row's value. Ids of a copy begin after those of the copy before. */
function copyOf(
  { name, type, target, unique }: Column,
  table: string,
  offsets: ReadonlyMap<string, number>,
): string {
  const offset = offsets.get(target ?? (name === 'id' ? table : ''))
  if (offset !== undefined) return `r.${name} + copy * ${offset}`
  if (name === 'company_id' || !unique) return `r.${name}`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'integer') return `r.${name} + copy * (select max(${name}) from ${table})`
  return `r.${name} || '-' || copy`
}
