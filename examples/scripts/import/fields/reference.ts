import { isDeepStrictEqual } from 'node:util'
import { valueAt } from '../../export/columns.js'
import type { ListName } from '../../export/list-names.js'
import { LISTS } from '../../export/lists.js'
import { pagesOf } from '../batches.js'
import type { Field, Source } from './field.js'
import { Lookup } from './lookup.js'
import type { RowInput } from './row-input.js'

interface ReferenceOptions {
  /** For messages, such as `active technician`. */
  readonly noun: string
  /** The column with the name of the record, and the column of `export` with the same value. */
  readonly name: readonly [column: string, exported: string]
  /** The column of `export` with the id. The column of the import is that of the input. */
  readonly exportedId: string
  readonly list: ListName
  /** What names a record: values of these columns of the list, joined by " / ". */
  readonly names: readonly (readonly string[])[]
  /** Whether names that differ only in case are of different records. */
  readonly exact?: boolean
  /** If the name is unique only inside of another record: the columns with the id and the name of that record. */
  readonly within?: readonly [id: string, name: string]
  readonly filter?: Readonly<Record<string, unknown>>
  /** The filter that finds records by their names. Absent: all records are read. */
  readonly filterOf?: (names: readonly string[]) => Readonly<Record<string, unknown>>
  /** Whether the columns have several records, separated by semicolons. */
  readonly several?: boolean
  /** Whether the record only contains others that the row names, and is not in the input. */
  readonly containsOnly?: boolean
  /** Why the record cannot be changed. */
  readonly fixed?: string
}

/** One record, or several, that a row names. `input` is the field, and the column, with the id. */
export function reference(input: string, options: ReferenceOptions): Field {
  const [column, exported] = options.name
  const { within, several = false, containsOnly = false, fixed } = options
  const columns = { [column]: exported, [input]: options.exportedId }
  const write = (row: RowInput, ids: unknown, from: string) => {
    if (containsOnly) return
    if (row.current && fixed !== undefined) row.fail(from, fixed)
    else row.set(input, ids, from)
  }
  const prepare = async (source: Source) => {
    const lookup = await read(source, input, options)
    return (row: RowInput) => {
      const ids = row.changed(input)
      if (ids !== undefined) {
        row.references.set(input, ids)
        write(row, several ? partsOf(ids) : ids, input)
        return
      }
      const names = row.values.get(column) ?? row.current?.get(column)
      const { place, shownPlace, isMoved, isUnknown } = placeOf(row, within)
      const isChanged = row.changed(column) !== undefined || isMoved
      if (names === undefined || !isChanged || isUnknown) return
      const found = (several ? partsOf(names) : [names]).map((name) =>
        place === undefined
          ? lookup.idOf(name, name, row)
          : lookup.idOf(`${place} / ${name}`, `${shownPlace} / ${name}`, row),
      )
      const now = row.current?.get(input)
      if (found.includes(undefined)) return
      row.references.set(input, found.join(';'))
      if (now !== undefined && isDeepStrictEqual(new Set(partsOf(now)), new Set(found))) return
      write(row, several ? found : found[0], column)
    }
  }
  return { input, columns, prepare }
}

/** The record that contains the named one: its id, and what a message shows. If it is unknown, the row has an error already. */
function placeOf(row: RowInput, within: ReferenceOptions['within']) {
  if (!within) return { isMoved: false, isUnknown: false }
  const [id, name] = within
  const now = row.current?.get(id)
  const place = row.references.get(id) ?? now
  const isUnknown = row.changed(name) !== undefined && !row.references.has(id)
  return { place, shownPlace: row.values.get(name) ?? place, isMoved: place !== now, isUnknown }
}

/** Reads the records that the rows may name. */
async function read(
  { client, header, rows }: Source,
  input: string,
  { noun, name: [column], list, names, exact = false, filter = {}, filterOf }: ReferenceOptions,
): Promise<Lookup> {
  const lookup = new Lookup(noun, column, input, exact)
  if (!header.includes(column)) return lookup
  const wanted = rows.flatMap((values) => values.get(column) ?? [])
  const filters = filterOf ? pagesOf(wanted).map(filterOf) : [filter]
  const { signal } = new AbortController()
  for (const each of filters) {
    for await (const record of LISTS[list].records(client, each, signal)) {
      const texts = names.map((parts) => parts.map((part) => valueAt(record, part)).join(' / '))
      lookup.add(valueAt(record, 'id'), ...texts)
    }
  }
  return lookup
}

const partsOf = (text: string): string[] =>
  text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
