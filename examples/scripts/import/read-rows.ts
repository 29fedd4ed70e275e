import type { Client } from '../../client/client.js'
import { findRecords } from './current-records.js'
import type { Source, WriteField } from './fields/field.js'
import { RowInput } from './fields/row-input.js'
import type { Noun } from './noun.js'
import { columnsOfInputs, keysOf, type Only } from './noun-columns.js'
import type { Input, Reading, RowError, Values } from './row.js'
import { type KeyOfRow, keyOfRow } from './row-key.js'
import type { Table } from './table.js'

/**
 * Reads the records that the rows of a file change, and those that they name. Returns the rows as inputs of mutations: of
 * `create` if a row has no record.
 */
export async function readRows(
  client: Client,
  noun: Noun,
  { header, rows }: Table,
  only: Only,
): Promise<Reading<Input>[]> {
  const source: Source = { client, header, rows: rows.map(({ values }) => values) }
  const fields = await Promise.all(noun.fields.map((field) => field.prepare(source)))
  const drafts = rows.map(({ values, line }) => {
    const draft = written(new RowInput(values), fields)
    return { line, draft, key: keyOfRow(draft, keysOf(noun)) }
  })
  const recordsOf = await findRecords(
    client,
    noun,
    drafts.map(({ key }) => key),
  )
  const firstLines = new Map<string, number>()
  return drafts.map(({ line, draft, key }): Reading<Input> => {
    const found = key ? recordsOf(key) : []
    const [current] = found
    const refusal = refusalOf(only, key, found)
    if (refusal) return { ...readingOf(noun, draft), verb: 'created', errors: [refusal] }
    const reading = current
      ? changeOf(noun, written(new RowInput(draft.values, current), fields), current)
      : creationOf(noun, draft)
    return { ...reading, errors: [...repeated(key, line, firstLines), ...reading.errors] }
  })
}

function written(row: RowInput, fields: readonly WriteField[]): RowInput {
  for (const write of fields) write(row)
  return row
}

function creationOf(noun: Noun, row: RowInput): Reading<Input> {
  const missing = noun.required
    .map((inputs) => columnsOfInputs(noun, inputs))
    .filter((columns) => !columns.some((column) => row.values.has(column)))
    .map(([column]) => ({ column, message: 'A value is missing.' }))
  return { ...readingOf(noun, row), verb: 'created', errors: [...row.errors, ...missing] }
}

function changeOf(noun: Noun, row: RowInput, current: Values): Reading<Input> {
  const isUnchanged = Object.keys(row.input).length === 0
  const fixed = noun.update !== undefined || isUnchanged ? [] : [{ message: FIXED }]
  const expectedUpdatedAt = row.values.get('updatedAt')
  if (expectedUpdatedAt !== undefined) row.set('expectedUpdatedAt', expectedUpdatedAt, 'updatedAt')
  row.set('id', current.get('id'), 'id')
  const errors = [...row.errors, ...fixed]
  return { ...readingOf(noun, row), verb: 'updated', isUnchanged, errors }
}

const FIXED = 'A record of this list cannot be changed.'

/** An error can concern a field that the row has no value for. Then its column is the first of the field. */
const readingOf = (noun: Noun, row: RowInput) => ({
  input: row.input,
  columnOf: (path: readonly string[]) =>
    row.columnOf(path) ?? columnsOfInputs(noun, [path.join('.')])[0],
})

/** Why a row may neither create a record nor change one. */
function refusalOf(
  only: Only,
  key: KeyOfRow | undefined,
  found: readonly Values[],
): RowError | undefined {
  const column = key?.column ?? 'id'
  if (found.length > 1) {
    return { column, message: `${found.length} records have this value. Use id.` }
  }
  if (found.length === 1) {
    return only === 'create' ? { column, message: 'The record exists already.' } : undefined
  }
  if (!key) return only === 'update' ? { column, message: 'A value is missing.' } : undefined
  const isMissing = key.assigned || only === 'update'
  return isMissing ? { column, message: `There is no record "${key.shown}".` } : undefined
}

/** An error for a key that an earlier row has. */
function repeated(
  key: KeyOfRow | undefined,
  line: number,
  firstLines: Map<string, number>,
): RowError[] {
  if (!key) return []
  const first = firstLines.get(key.text)
  if (first === undefined) firstLines.set(key.text, line)
  return first === undefined
    ? []
    : [{ column: key.column, message: `Line ${first} has the same value.` }]
}
