import { company, createPool } from './environment.js'

const pool = createPool()

/** A row as a statement returns it. `key` is the record's primary key, which no query asks for. */
export type Row = Record<string, unknown>

/** Runs a prepared statement. */
export const read = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>({ name, text, values })).rows

export const SITE = `id as key, uuid as id, name, legal_name as "legalName", failure_threshold as "failureThreshold",
  created_at as "createdAt", client_id as "clientKey"`
export const ZONE = `id as key, uuid as id, name, site_id as "siteKey"`
export const ASSET = `id as key, uuid as id, code, defective, next_inspection as "nextInspectionDueAt",
  type_id as "typeKey", risk_id as "riskKey", zone_id as "zoneKey"`
export const JOB = `id as key, uuid as id, number, upper(status::text) as status, reference, scheduled_start as "scheduledStart",
  scheduled_end as "scheduledEnd", site_id as "siteKey", technician_id as "technicianKey", type_id as "typeKey"`
export const USER = `id as key, uuid as id, first_name as "firstName", last_name as "lastName",
  first_name || ' ' || last_name as "fullName", email`

/** An item of a batch loader's input: one for each parent object of a level. */
export type LoaderQuery = { obj: Row; params: { first?: number } }
export type Loader = (queries: LoaderQuery[]) => Promise<unknown[]>

/** A loader for a to-one relation; `from` is the parent's field that holds the key. */
export const oneLoader =
  (
    table: string,
    columns: string,
    from: string,
    { key = 'id', hasCompany = true }: { key?: string; hasCompany?: boolean } = {},
  ): Loader =>
  async (queries) => {
    const keys = [...new Set(queries.map(({ obj }) => obj[from]))]
    const rows = await read(
      `one-${table}-${key}`,
      `select ${columns}, ${key} as key from ${table}
       where ${hasCompany ? 'company_id = $1' : '$1::int > 0'} and ${key} = any($2::int[])`,
      [company, keys],
    )
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return queries.map(({ obj }) => byKey.get(obj[from]) ?? null)
  }

/** A loader for the first children of each parent. All queries of a batch have the same `first`. */
export const manyLoader =
  (table: string, columns: string, parent: string): Loader =>
  async (queries) => {
    const rows = await read(
      `many-${table}`,
      `select k.id as parent, x.* from unnest($2::int[]) k (id) cross join lateral (
         select ${columns} from ${table} where company_id = $1 and ${parent} = k.id and deleted_at is null order by ${table}.id limit $3) x`,
      [company, queries.map(({ obj }) => obj.key), queries[0]?.params.first],
    )
    const pages = new Map<unknown, Row[]>(queries.map(({ obj }) => [obj.key, []]))
    for (const row of rows) pages.get(row.parent)?.push(row)
    return queries.map(({ obj }) => ({ nodes: pages.get(obj.key) }))
  }

/** A loader for a value of each parent; `expression` is SQL in which `k.id` is the parent's key. */
export const valueLoader =
  (name: string, expression: string): Loader =>
  async (queries) => {
    const rows = await read(
      `value-${name}`,
      `select k.id, (${expression}) as value from unnest($2::int[]) k (id)`,
      [company, queries.map(({ obj }) => obj.key)],
    )
    const byKey = new Map(rows.map((row) => [row.id, row.value]))
    return queries.map(({ obj }) => byKey.get(obj.key))
  }
