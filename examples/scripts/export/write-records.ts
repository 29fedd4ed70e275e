import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { valueAt } from './columns.js'
import { writeOutput } from './output.js'
import { writeXlsx } from './write-xlsx.js'

export const FORMATS = ['csv', 'jsonl', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]

/** The format of a file by its name, by default CSV. */
export const formatOf = (path = ''): Format =>
  FORMATS.find((format) => path.toLowerCase().endsWith(`.${format}`)) ?? 'csv'

type Records = AsyncIterable<unknown>

export interface Output {
  readonly format: Format
  readonly columns: readonly string[]
  /** Makes CSV safe to open in a spreadsheet: a value cannot be a formula. */
  readonly spreadsheet: boolean
  /** Absent: the standard output. */
  readonly path: string | undefined
}

/** Writes records. A file has a temporary name until it is complete. */
export const writeRecords = (
  records: Records,
  { format, columns, spreadsheet, path }: Output,
): Promise<void> =>
  writeOutput(path, async (target, { end }) => {
    if (format === 'jsonl') {
      await pipeline(Readable.from(linesOf(records)), target, { end })
      return
    }
    if (format === 'xlsx') {
      await pipeline(await writeXlsx(records, columns), target, { end })
      return
    }
    const options = {
      header: true,
      columns: [...columns],
      escape_formulas: spreadsheet,
      bom: spreadsheet,
    }
    await pipeline(Readable.from(rowsOf(records, columns)), stringify(options), target, { end })
  })

async function* linesOf(records: Records) {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}

async function* rowsOf(records: Records, columns: readonly string[]) {
  for await (const record of records) yield columns.map((column) => valueAt(record, column))
}
