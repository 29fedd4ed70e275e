import { createHash } from 'node:crypto'
import { CsvError, parse, type Info } from 'csv-parse/sync'
import { ScriptError } from '../command/script-error.js'
import { delimiterOf, readText } from './csv-text.js'
import type { Columns, RowError, Values } from './row.js'

/** A line of a file before it is read as an input. */
export interface CsvRow {
  readonly key: string
  readonly line: number
  readonly values: Values
  readonly errors: readonly RowError[]
}

export interface CsvFile {
  /** The names of the columns as the scripts know them. */
  readonly header: readonly string[]
  /** The name of a column in the file. */
  readonly titleOf: (column: string) => string
  readonly rows: readonly CsvRow[]
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: Info
}

/** Reads a CSV file with a header. Throws a `ScriptError` if nothing of it can be used. */
export async function readCsv(path: string, columns: Columns): Promise<CsvFile> {
  const text = await readText(path)
  const delimiter = delimiterOf(text, (name) => isKnown(columnNamed(name, columns), columns))
  const [first, ...others] = parseText(path, text, delimiter)
  if (!first) throw new ScriptError(`${path} is empty.`)
  const header = first.record.map((name) => columnNamed(name, columns))
  checkHeader(path, header, columns)
  const titles = new Map(header.map((name, index) => [name, first.record[index] ?? name]))
  const occurrences = new Map<string, number>()
  const firstLines = new Map<string, number>()
  const rows = others.map(({ record, info }): CsvRow => {
    // The parser gives the line at which a record ends.
    const line = info.lines - record.join().split('\n').length + 1
    const values = valuesOf(header, record, columns)
    const errors = [
      ...(record.length === header.length
        ? []
        : [
            {
              message: `The row has ${record.length} values; the header has ${header.length} columns.`,
            },
          ]),
      ...repeatedValues(values, columns.unique, firstLines, line),
    ]
    return { key: keyOf(values, occurrences), line, values, errors }
  })
  return { header, titleOf: (column) => titles.get(column) ?? column, rows }
}

const columnNamed = (name: string, { aliases }: Columns) => aliases[name] ?? name

const isKnown = (name: string, { names, prefix, ignored }: Columns) =>
  names.includes(name) ||
  ignored.includes(name) ||
  (prefix !== undefined && name.startsWith(prefix))

function parseText(path: string, text: string, delimiter: string): Parsed[] {
  const options = {
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  }
  try {
    // With `info`, each record comes with the place where it ends.
    return parse(text, options) as unknown as Parsed[]
  } catch (error) {
    if (error instanceof CsvError) throw new ScriptError(`${path}: ${error.message}`)
    throw error
  }
}

function checkHeader(path: string, header: readonly string[], columns: Columns): void {
  const { names, prefix, required } = columns
  const allowed = [...names, ...(prefix === undefined ? [] : [`${prefix}…`])].join(', ')
  const errors = [
    ...(header.includes('id') && !names.includes('id')
      ? [
          'The column "id" is of existing records. Add --update to change them, or leave it out to create others.',
        ]
      : []),
    ...header
      .filter((name) => !isKnown(name, columns))
      .map((name) => `The column "${name}" is unknown. Columns: ${allowed}.`),
    ...header
      .filter((name, index) => header.indexOf(name) < index)
      .map((name) => `The column "${name}" occurs twice.`),
    ...required
      .filter((any) => !any.some((name) => header.includes(name)))
      .map((any) => `The column ${any.join(' or ')} is missing.`),
  ]
  if (errors.length > 0) throw new ScriptError(errors.map((each) => `${path}: ${each}`).join('\n'))
}

/** The apostrophe that `export --spreadsheet` writes before a value that a spreadsheet could take for a formula. */
const FORMULA = /^'(?=[=+\-@＝＋－＠])/

const valuesOf = (
  header: readonly string[],
  record: readonly string[],
  { names, ignored }: Columns,
): Values =>
  new Map(
    header
      .map((name, at) => [name, (record[at] ?? '').replace(FORMULA, '')] as const)
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
