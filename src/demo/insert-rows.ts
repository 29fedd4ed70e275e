import type { ClientBase } from 'pg'
import { modelOf } from '../db/read/model.js'
import { COMPANY_ID, type CompanyRows, type DemoModel } from './rows.js'

type Row = Readonly<Record<string, unknown>>

/** In this order, what is referred to comes before what refers to it. */
const MODELS = [
  'Company',
  'User',
  'Membership',
  'Profile',
  'Client',
  'Site',
  'ZoneType',
  'Checklist',
  'ChecklistCheck',
  'AssetType',
  'ZoneTypeAssetType',
  'Zone',
  'Asset',
  'Barcode',
  'JobType',
  'Job',
  'JobZone',
  'Inspection',
  'Document',
] as const satisfies readonly DemoModel[]

const BATCH = 2000

/** The tables that rows of a company go into. */
export const demoTables: readonly string[] = MODELS.map((model) => modelOf(model).table)

export const countRows = (rows: CompanyRows): number =>
  MODELS.reduce((sum, model) => sum + rows[model].length, 0)

/** Inserts a company's rows, in batches, and tells the company's id and its first user's, who becomes its primary user. */
export async function insertCompany(
  client: ClientBase,
  rows: CompanyRows,
  onInserted: (count: number) => void,
): Promise<{ companyId: number; userId: number }> {
  const ids: Ids = new Map()
  for (const model of MODELS) {
    if (rows[model].some((row) => 'id' in row)) {
      ids.set(model, await reserveIds(client, model, rows[model].length))
    }
    const insert = inserter(model, ids)
    for (let start = 0; start < rows[model].length; start += BATCH) {
      const batch: readonly Row[] = rows[model].slice(start, start + BATCH)
      await client.query(insert(batch))
      onInserted(batch.length)
    }
  }
  const companyId = idOf(ids, 'Company', COMPANY_ID)
  const userId = idOf(ids, 'User', 1)
  await client.query('update company set primary_user_id = $2 where id = $1', [companyId, userId])
  return { companyId, userId }
}

/** For each model the database's ids of the rows 1, 2, 3 … */
type Ids = Map<string, readonly number[]>

function idOf(ids: Ids, model: string, number: number): number {
  const id = ids.get(model)?.[number - 1]
  if (id === undefined) throw new Error(`there is no ${model} ${number} among the demo's rows`)
  return id
}

async function reserveIds(client: ClientBase, model: DemoModel, count: number): Promise<number[]> {
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(nextval(pg_get_serial_sequence($1, 'id'))::int) as ids
     from generate_series(1, $2)`,
    [modelOf(model).table, count],
  )
  return rows[0]?.ids ?? []
}

/** What makes a statement of a batch of rows, each with the database's ids in place of its numbers. */
function inserter(model: DemoModel, ids: Ids) {
  const { table, columns, relations } = modelOf(model)
  const referenced = new Map<string, string>([
    ['id', model],
    ['companyId', 'Company'],
  ])
  for (const relation of Object.values(relations)) {
    const isForeignKey = relation.kind === 'one' && relation.own !== 'id'
    if (isForeignKey && ids.has(relation.model)) referenced.set(relation.own, relation.model)
  }

  const valueOf = (field: string, value: unknown) => {
    const target = referenced.get(field)
    if (target && typeof value === 'number') return idOf(ids, target, value)
    return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
  }
  return (batch: readonly Row[]) => {
    const fields = Object.keys(batch[0] ?? {})
    const names = fields.map((field) => columns[field] ?? field)
    const records = batch.map((row) =>
      Object.fromEntries(
        fields.map((field, at) => [names[at] ?? field, valueOf(field, row[field])]),
      ),
    )
    return {
      text: `insert into ${table} (${names.join()})
             select ${names.join()} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      values: [JSON.stringify(records)],
    }
  }
}
