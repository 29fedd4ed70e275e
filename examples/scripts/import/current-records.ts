import type { Client } from '../../client/client.js'
import { valueAt } from '../export/columns.js'
import type { ListName } from '../export/list-names.js'
import { LISTS } from '../export/lists.js'
import type { CsvFile } from './csv-file.js'
import type { Columns, RowError, Values } from './row.js'

/** The column of `export` with all custom fields, as JSON, and the prefix of a column with one of them. */
const CUSTOM_FIELDS = 'customFieldValues'
export const CUSTOM = 'custom:'

/** As many records as a page may have. */
const PAGE_SIZE = 100

/** A row of a file that changes a record, compared with the record. */
export interface Comparison {
  readonly id: string
  /** The record's values, by the columns of the import. */
  readonly current: Values
  /** The values of the row that differ. */
  readonly changed: Values
}

/** The columns of `export` that `columns` neither has nor has an alias for. */
export const otherColumns = (
  list: ListName,
  { names, aliases }: Pick<Columns, 'names' | 'aliases'>,
) => LISTS[list].columns.filter((name) => !names.includes(name) && !(name in aliases))

/** The values of a row, with a value for each custom field in the column of `export` that has all of them. */
export function withCustomFields(values: Values, errors: RowError[] = []): Values {
  const text = values.get(CUSTOM_FIELDS)
  if (text === undefined) return values
  const expanded = new Map(values)
  expanded.delete(CUSTOM_FIELDS)
  try {
    for (const { label, value } of JSON.parse(text) as { label: string; value: string }[])
      if (!expanded.has(CUSTOM + label)) expanded.set(CUSTOM + label, value)
  } catch {
    errors.push({ column: CUSTOM_FIELDS, message: 'A JSON list of labels and values is expected.' })
  }
  return expanded
}

/**
 * Reads the records that the rows of a file change. `keys` are the columns that identify a record, and the filters of the
 * list that find it; the first one that a row has counts. Returns the function that compares a row with its record.
 */
export async function readCurrent(
  client: Client,
  list: ListName,
  file: CsvFile,
  { aliases }: Columns,
  keys: Readonly<Record<string, (texts: readonly string[]) => object>>,
) {
  const { columns, records } = LISTS[list]
  const found = new Map<string, Values>()
  const keyOf = (values: Values) => Object.keys(keys).find((column) => values.has(column))
  for (const [column, filterOf] of Object.entries(keys)) {
    const rows = file.rows.filter(({ values }) => keyOf(values) === column)
    const wanted = [...new Set(rows.map(({ values }) => values.get(column) ?? ''))]
    for (let at = 0; at < wanted.length; at += PAGE_SIZE) {
      const filter = { ...filterOf(wanted.slice(at, at + PAGE_SIZE)) }
      for await (const record of records(client, filter, new AbortController().signal)) {
        const values = columns.map(
          (name) => [aliases[name] ?? name, valueAt(record, name)] as const,
        )
        found.set(`${column} ${valueAt(record, column)}`, withCustomFields(new Map(values)))
      }
    }
  }
  return (row: Values, errors: RowError[]): Comparison => {
    const column = keyOf(row) ?? Object.keys(keys)[0] ?? ''
    const key = row.get(column)
    const current = found.get(`${column} ${key}`)
    const message = key ? `There is no record "${key}".` : 'A value is missing.'
    if (!current) errors.push({ column, message })
    const given = [...withCustomFields(row, errors)].filter(([name]) => name !== 'updatedAt')
    const changed = new Map(given.filter(([name, value]) => current?.get(name) !== value))
    return { id: current?.get('id') ?? '', current: current ?? new Map(), changed }
  }
}
