import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CsvError, parse, type Info } from 'csv-parse/sync'
import { ScriptError } from '../command/script-error.js'
import type { Columns, Values } from './row.js'

/** A line of a file before it is read as an input. */
export interface CsvRow {
  readonly key: string
  readonly line: number
  readonly values: Values
  readonly errors: readonly string[]
}

export interface CsvFile {
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: Info
}

/** Reads a CSV file in UTF-8, with a header. Throws a `ScriptError` if nothing of it can be used. */
export async function readCsv(path: string, columns: Columns): Promise<CsvFile> {
  const [first, ...others] = parseText(path, await readText(path))
  if (!first) throw new ScriptError(`${path} is empty.`)
  const header = first.record
  checkHeader(path, header, columns)
  const occurrences = new Map<string, number>()
  const firstLines = new Map<string, number>()
  const rows = others.map(({ record, info }): CsvRow => {
    // The parser gives the line at which a record ends.
    const line = info.lines - record.join().split('\n').length + 1
    const values = valuesOf(header, record)
    const errors = [
      ...(record.length === header.length
        ? []
        : [`The row has ${record.length} values; the header has ${header.length} columns.`]),
      ...repeatedValues(values, columns.unique, firstLines, line),
    ]
    return { key: keyOf(values, occurrences), line, values, errors }
  })
  return { header, rows }
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isText = code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw new ScriptError(isText ? `${path} is not UTF-8.` : `${path} cannot be read (${code}).`)
  }
}

function parseText(path: string, text: string): Parsed[] {
  const options = {
    bom: true,
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
  const isKnown = (name: string) =>
    names.includes(name) || (prefix !== undefined && name.startsWith(prefix))
  const allowed = [...names, ...(prefix === undefined ? [] : [`${prefix}…`])].join(', ')
  const errors = [
    ...header
      .filter((name) => !isKnown(name))
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

const valuesOf = (header: readonly string[], record: readonly string[]): Values =>
  new Map(header.map((name, at) => [name, record[at] ?? ''] as const).filter(([, value]) => value))

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
): string[] {
  return unique.flatMap((name) => {
    const value = values.get(name)
    if (value === undefined) return []
    const place = `${name} ${value}`
    const firstLine = firstLines.get(place)
    if (firstLine === undefined) firstLines.set(place, line)
    return firstLine === undefined ? [] : [`${name}: Line ${firstLine} has the same value.`]
  })
}
