import { CsvError, parse, type Info } from 'csv-parse/sync'
import { ScriptError } from '../command/script-error.js'
import { delimiterOf, readText } from './csv-text.js'
import type { Line } from './line.js'

interface Parsed {
  readonly record: readonly string[]
  readonly info: Info
}

/** Reads the lines of a CSV file. `isKnown` recognises a column, to find out what separates the values. */
export async function readCsv(path: string, isKnown: (column: string) => boolean): Promise<Line[]> {
  const text = await readText(path)
  const options = {
    delimiter: delimiterOf(text, isKnown),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  }
  try {
    // With `info`, each record comes with the line at which it ends.
    const records = parse(text, options) as unknown as Parsed[]
    return records.map(({ record, info }) => ({
      cells: record,
      line: info.lines - record.join().split('\n').length + 1,
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new ScriptError(`${path}: ${error.message}`)
    throw error
  }
}
