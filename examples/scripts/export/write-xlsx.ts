import type { Readable } from 'node:stream'
import writeXlsxFile from 'write-excel-file/node'
import { ScriptError } from '../command/script-error.js'
import { cellAt } from './columns.js'

/** The maximum number of rows of a sheet, its header included. */
const MAX_ROWS = 1_048_576

/** The maximum length of a text in a cell. */
const MAX_TEXT = 32_767

/** An empty cell is null: a cell with an empty text would count as text. */
type Cell = string | number | boolean | null

/** The rows of a sheet. The first one is its header. */
export type Rows = readonly (readonly Cell[])[]

/** A file with one sheet, whose cells are texts, numbers and booleans. Times are texts, as in CSV. */
export async function writeXlsx(
  records: AsyncIterable<unknown>,
  columns: readonly string[],
): Promise<Readable> {
  const rows: Cell[][] = [[...columns]]
  for await (const record of records) {
    if (rows.length === MAX_ROWS) throw new ScriptError(`A sheet has at most ${MAX_ROWS} rows.`)
    const cells = columns.map((column) => cellAt(record, column))
    if (cells.some((cell) => String(cell).length > MAX_TEXT))
      throw new ScriptError(`A cell has at most ${MAX_TEXT} characters. Use CSV or JSON lines.`)
    rows.push(cells.map((cell) => (cell === '' ? null : cell)))
  }
  return writeSheets({ Sheet1: rows })
}

/** A file with these sheets, by their names. */
export function writeSheets(sheets: Readonly<Record<string, Rows>>): Promise<Readable> {
  const all = Object.entries(sheets).map(([sheet, data]) => ({
    sheet,
    data: data as Cell[][],
    stickyRowsCount: 1,
  }))
  const { toStream } = writeXlsxFile(all)
  return (toStream as () => Promise<Readable>)()
}
