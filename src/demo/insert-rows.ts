import type { ClientBase } from 'pg'
import { modelOf } from '../db/read/model.js'
import { COMPANY_ID, type CompanyRows, type DemoModel, demoModels } from './rows.js'

const BATCH_SIZE = 2000

export const demoTables: readonly string[] = demoModels.map((model) => modelOf(model).table)

/**
 * Inserts a company's rows in batches. Its first user becomes the primary user, and the company is marked as demo data.
 * Returns the ids of the company and of this user.
 */
export async function insertCompany(
  client: ClientBase,
  rows: CompanyRows,
  onInserted: (count: number) => void,
): Promise<{ companyId: number; userId: number }> {
  const ids: Ids = new Map()
  for (const model of demoModels) {
    const modelRows: readonly object[] = rows[model]
    if (modelRows.some((row) => 'id' in row)) {
      ids.set(model, await reserveIds(client, model, modelRows.length))
    }
    const insert = inserter(model, ids)
    for (let start = 0; start < modelRows.length; start += BATCH_SIZE) {
      const batch = modelRows.slice(start, start + BATCH_SIZE)
      await client.query(insert(batch))
      onInserted(batch.length)
    }
  }
  const companyId = idOf(ids, 'Company', COMPANY_ID)
  const userId = idOf(ids, 'User', 1)
  await client.query('update company set primary_user_id = $2, demo = true where id = $1', [
    companyId,
    userId,
  ])
  return { companyId, userId }
}

/** The ids in the database, by model. The row whose generated id is 1 gets the id at index 0, and so on. */
type Ids = Map<string, readonly number[]>

function idOf(ids: Ids, model: string, rowId: number): number {
  const id = ids.get(model)?.[rowId - 1]
  if (id === undefined) throw new Error(`expected a ${model} with the id ${rowId} in the demo data`)
  return id
}

/** Takes ids from the sequence of the model's table. */
async function reserveIds(client: ClientBase, model: DemoModel, count: number): Promise<number[]> {
  const { rows } = await client.query<{ ids: number[] }>(
    `select array_agg(nextval(pg_get_serial_sequence($1, 'id'))::int) as ids
     from generate_series(1, $2)`,
    [modelOf(model).table, count],
  )
  return rows[0]?.ids ?? []
}

/**
 * Returns a function that builds the `insert` statement of a batch of rows, and replaces the generated ids by those of
 * the database.
 */
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
  const toRecord = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [columns[field] ?? field, valueOf(field, value)]),
    )
  return (batch: readonly object[]) => {
    const records = batch.map(toRecord)
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))].join()
    return {
      text: `insert into ${table} (${names})
             select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      values: [JSON.stringify(records)],
    }
  }
}
