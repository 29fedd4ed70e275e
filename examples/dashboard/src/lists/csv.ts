import type { Column } from './record-table.js'

/** Saves the rows that are on the screen as a file that spreadsheets open. */
export async function saveAsCsv<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const head = columns.map(({ label }) => label)
  const body = rows.map((row) => columns.map(({ csv, text }) => (csv ?? text)(row)))
  // A spreadsheet would execute a text that begins like a formula. The byte order mark says that the text is UTF-8.
  const csv = stringify([head, ...body], { bom: true, escape_formulas: true })
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}
