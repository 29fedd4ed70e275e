import type { Readable } from 'node:stream'
import writeXlsxFile from 'write-excel-file/node'
import { ScriptError } from '../command/script-error.js'
import { cellAt } from './columns.js'

/** The maximum number of rows of a sheet, its header included. */
const MAX_ROWS = 1_048_576

/** A file with one sheet, whose cells are texts, numbers and booleans. Times are texts, as in CSV. */
export async function writeXlsx(
  records: AsyncIterable<unknown>,
  columns: readonly string[],
): Promise<Readable> {
  const rows: (string | number | boolean | null)[][] = [[...columns]]
  for await (const record of records) {
    if (rows.length === MAX_ROWS) throw new ScriptError(`A sheet has at most ${MAX_ROWS} rows.`)
    // An empty cell is null: a cell with an empty text would count as text.
    rows.push(
      columns.map((column) => cellAt(record, column)).map((cell) => (cell === '' ? null : cell)),
    )
  }
  const { toStream } = writeXlsxFile(rows, { stickyRowsCount: 1 })
  return (toStream as () => Promise<Readable>)()
}
