import type { ModelName } from '../db/read/model.js'
import type { Condition } from '../db/read/page.js'
import type { RecordOf } from '../db/read/record.js'
import type { RecordKey } from '../domain/domain.js'
import { identify } from '../domain/record/record-key.js'
import { requireFound } from '../domain/record/require-record.js'
import type { RecordType } from './record.js'
import type { RecordSelection } from './record-selection.js'
import { ALL, type Page, readRows, readRowsAndTotal, type Source } from './rows.js'

/** Some columns of a model, for code that needs values and no response. */
export const columns = <Model extends ModelName, Name extends keyof RecordOf<Model> & string>(
  model: Model,
  ...names: readonly Name[]
): RecordSelection<Pick<RecordOf<Model>, Name>> => ({
  model,
  select: Object.fromEntries(names.map((name) => [name, name])),
  lists: [],
})

/** The record of a key, removed or not. */
export async function findRow<Row>(
  source: Source,
  selection: RecordSelection<Row>,
  key: RecordKey,
): Promise<Row | undefined> {
  const page = { ...ALL, where: [hasKey(key)], limit: 1 }
  const [row] = await readRows(source, selection, page, { removed: true })
  return row
}

/** The record of a key. Throws NOT_FOUND, and REMOVED if the record was removed. */
export async function requireRow<Row>(
  source: Source,
  selection: RecordSelection<Row>,
  key: RecordKey,
): Promise<Row> {
  const row = await findRow(source, selection, key)
  return requireFound(selection.model, row, (found) => {
    const { deletedAt } = found as { deletedAt?: Date | null }
    return deletedAt !== null
  })
}

/** The response for the record of a key. Throws as `requireRow` does. */
export const readRecord = async <Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
  key: RecordKey,
) => serialize(await requireRow(source, selection, key))

/** The response for a record that was just written. */
export async function readWritten<Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
  written: Promise<{ readonly id: number }>,
) {
  const { id } = await written
  const row = await findRow(source, selection, id)
  if (!row) throw new Error(`expected the ${selection.model} that was just written, got none`)
  return serialize(row)
}

/** The response for all records of the company, by id. */
export const readAllRecords = async <Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
) => (await readRows(source, selection, ALL)).map(serialize)

/** The response for a page of records, by id, and how many records satisfy the conditions. */
export async function readRecordPage<Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
  page: Page,
  { isSearch = false } = {},
) {
  const { rows, total } = await readRowsAndTotal(source, selection, page, { isSearch })
  return { records: rows.map(serialize), total }
}

function hasKey(key: RecordKey): Condition {
  const condition = identify(key)
  return ({ column, parameter }) =>
    'id' in condition
      ? `${column('id')} = ${parameter(condition.id, 'int')}`
      : `${column('uuid')} = ${parameter(condition.uuid, 'uuid')}`
}
