import { createHash } from 'node:crypto'
import { ScriptError } from '../command/script-error.js'
import { readCsv } from './csv-file.js'
import { isEmpty } from './line.js'
import type { Columns, RowError, Values } from './row.js'
import { checkHeader, columnNamed, isKnown } from './table-header.js'
import { readXlsx } from './xlsx-file.js'

/** A file with a header and rows. */
export interface Table {
  /** The names of the columns as the command knows them. */
  readonly header: readonly string[]
  /** The name of a column in the file. */
  readonly titleOf: (column: string) => string
  readonly rows: readonly TableRow[]
}

/** A row before it is read as an input. */
export interface TableRow {
  /** Identifies the row by its content. */
  readonly key: string
  /** The number of its first line in the file, or of its row in the sheet. */
  readonly line: number
  readonly values: Values
  readonly errors: readonly RowError[]
}

/** Reads a CSV file, or an XLSX file, with a header. Throws a `ScriptError` if nothing of it can be used. */
export async function readTable(path: string, columns: Columns): Promise<Table> {
  const isXlsx = path.toLowerCase().endsWith('.xlsx')
  const lines = isXlsx
    ? await readXlsx(path)
    : await readCsv(path, (name) => isKnown(columnNamed(name, columns), columns))
  const [first, ...others] = lines.filter((line) => !isEmpty(line))
  if (!first) throw new ScriptError(`${path} is empty.`)
  const names = first.cells.map(storedText)
  const header = names.map((name) => columnNamed(name, columns))
  checkHeader(path, header, columns)
  const titles = new Map(header.map((name, index) => [name, names[index] ?? name]))
  const occurrences = new Map<string, number>()
  const firstLines = new Map<string, number>()
  const rows = others.map(({ cells, line }): TableRow => {
    const values = valuesOf(header, cells, columns)
    const errors = [
      ...(cells.length === header.length ? [] : [lengthError(cells.length, header.length)]),
      ...repeatedValues(values, columns.unique, firstLines, line),
    ]
    return { key: keyOf(values, occurrences), line, values, errors }
  })
  return { header, titleOf: (column) => titles.get(column) ?? column, rows }
}

/** A text as the service stores it, which is how it returns names and keys. */
const storedText = (text: string) => text.trim().normalize()

const lengthError = (values: number, columns: number) => ({
  message: `The row has ${values} values; the header has ${columns} columns.`,
})

/** The apostrophe that `export --spreadsheet` writes before a value that a spreadsheet could take for a formula. */
const FORMULA = /^'(?=[=+\-@＝＋－＠])/

/** The service takes a password as it is. */
const valueOf = (name: string, cell: string): string =>
  name === 'password' ? cell : storedText(cell).replace(FORMULA, '')

const valuesOf = (
  header: readonly string[],
  cells: readonly string[],
  { names, ignored }: Columns,
): Values =>
  new Map(
    header
      .map((name, at) => [name, valueOf(name, cells[at] ?? '')] as const)
      .filter(([name, value]) => value && (names.includes(name) || !ignored.includes(name))),
  )

/** Equal rows are different records: the key contains the number of equal rows before. */
function keyOf(values: Values, occurrences: Map<string, number>): string {
  const content = JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)))
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  const count = (occurrences.get(hash) ?? 0) + 1
  occurrences.set(hash, count)
  return `${hash}-${count}`
}

/** Errors for values that an earlier row has; `firstLines` collects the lines of all values. */
function repeatedValues(
  values: Values,
  unique: readonly string[],
  firstLines: Map<string, number>,
  line: number,
): RowError[] {
  return unique.flatMap((name) => {
    const value = values.get(name)
    if (value === undefined) return []
    const place = `${name} ${value}`
    const firstLine = firstLines.get(place)
    if (firstLine === undefined) firstLines.set(place, line)
    if (firstLine === undefined) return []
    return [{ column: name, message: `Line ${firstLine} has the same value.` }]
  })
}
