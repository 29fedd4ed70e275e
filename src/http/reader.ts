import type { ModelName } from '../db/read/model.js'
import type { Condition } from '../db/read/filter.js'
import type { RecordOf } from '../domain/model/selectable.js'
import { type Changed, type Domain, type RecordKey } from '../domain/domain.js'
import { keyOf } from '../domain/record/sent.js'
import { identify } from '../domain/record/record-key.js'
import { requireFound } from '../domain/record/require-record.js'
import { writeAndRead } from '../domain/record/write-and-read.js'
import type { RecordType } from './record.js'
import type { RecordSelection } from './record-selection.js'
import { ALL, type Page, readRows, readRowsAndTotal, type Source } from './rows.js'

/** Selects columns of a model, for code that needs their values instead of a response. */
export const columns = <Model extends ModelName, Name extends keyof RecordOf<Model> & string>(
  model: Model,
  ...names: readonly Name[]
): RecordSelection<Pick<RecordOf<Model>, Name>> => ({
  model,
  select: Object.fromEntries(names.map((name) => [name, name])),
  lists: [],
})

/** The record with a key, even if it was removed; undefined if there is none. */
export async function findRow<Row>(
  source: Source,
  selection: RecordSelection<Row>,
  key: RecordKey,
): Promise<Row | undefined> {
  const page: Page = { ...ALL, where: [hasKey(key)], limit: 1, removed: 'include' }
  const [row] = await readRows(source, selection, page)
  return row
}

/** The record with a key. Throws NOT_FOUND, or REMOVED if the record was removed. */
export async function requireRow<Row>(
  source: Source,
  selection: RecordSelection<Row>,
  key: RecordKey,
): Promise<Row> {
  const row = await findRow(source, selection, key)
  const isRemoved = (found: Row) => (found as { deletedAt: Date | null }).deletedAt !== null
  return requireFound(selection.model, row, isRemoved)
}

/** The response for the record with a key. Throws what `requireRow` throws. */
export const readRecord = async <Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
  key: RecordKey,
) => serialize(await requireRow(source, selection, key))

/** Writes a record. Returns the response for it, which is read in the transaction of the write: see `writeAndRead`. */
export const writeRecord = <Model extends ModelName>(
  domain: Domain,
  { selection, serialize }: RecordType<Model>,
  write: (domain: Domain) => Promise<Changed>,
) =>
  writeAndRead(domain, write, async (written, record) => {
    // Each list is read by a statement of its own.
    const db = (selection.lists.length === 0 && written.lastRead) || written.db
    const row = await findRow({ ...written, db }, selection, keyOf(record))
    if (!row) throw new Error(`expected the ${selection.model} that was just written, got none`)
    return serialize(row)
  })

/** The response for all records of the company, in the order of their ids. */
export const readAllRecords = async <Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
  where: readonly Condition[] = [],
) => (await readRows(source, selection, { ...ALL, where })).map(serialize)

/** The response for a page of records, in the order of their ids, and the number of records on all pages. */
export async function readRecordPage<Model extends ModelName>(
  source: Source,
  { selection, serialize }: RecordType<Model>,
  page: Page,
) {
  const { rows, total } = await readRowsAndTotal(source, selection, page)
  return { records: rows.map(serialize), total }
}

function hasKey(key: RecordKey): Condition {
  const condition = identify(key)
  return ({ column, parameter }) =>
    'id' in condition
      ? `${column('id')} = ${parameter(condition.id, 'int')}`
      : `${column('uuid')} = ${parameter(condition.uuid, 'uuid')}`
}
