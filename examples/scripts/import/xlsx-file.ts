import { readSheet } from 'read-excel-file/node'
import { ScriptError } from '../command/script-error.js'
import { isEmpty, type Line } from './line.js'

/** Reads the first sheet of an XLSX file. Numbers and dates become texts, as in CSV. */
export async function readXlsx(path: string): Promise<Line[]> {
  const rows = await readSheet(path).catch((error: unknown) => {
    const { syscall, code, message } = error as NodeJS.ErrnoException
    const isRead = syscall === undefined
    const reason = isRead ? `is not an XLSX file: ${message}` : `cannot be read (${code ?? ''})`
    throw new ScriptError(`${path} ${reason}.`)
  })
  const lines = rows.map((row, index) => ({ cells: row.map(textOf), line: index + 1 }))
  const header = lines.find((line) => !isEmpty(line))
  const width = header ? widthOf(header.cells) : 0
  return lines.map(({ cells, line }) => ({ cells: trimmed(cells, width), line }))
}

/** A sheet is a rectangle: removes empty cells to the right of the header. */
const trimmed = (cells: readonly string[], width: number) =>
  cells.slice(0, Math.max(width, widthOf(cells)))

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/**
 * The types of the library have the constructor of a date for a date. The library rounds a date down to a millisecond, so that 8:00 is
 * 7:59:59.999.
 */
const textOf = (cell: unknown): string => {
  if (cell instanceof Date) return new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
  return typeof cell === 'string' ? cell : cell == null ? '' : JSON.stringify(cell)
}
