import type { Sheet } from './sheet.js'
import { CONTENT_WIDTH, COLOURS, PAGE, STYLES } from './style.js'

export interface Column {
  readonly title: string
  readonly width: number
}

type Cell = string | { readonly text: string; readonly colour: string }

const PADDING = 4

/** Writes a table. Its head is repeated on each page. */
export function writeTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): void {
  sheet.y += 4
  writeHead(sheet, columns)
  for (const row of rows) {
    const cells = row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell))
    const heights = cells.map(({ text }, index) =>
      sheet.heightOf(text, STYLES.body, (columns[index]?.width ?? 0) - PADDING * 2),
    )
    const height = Math.min(Math.max(...heights), 600) + PADDING * 2
    if (sheet.y + height > PAGE.height - PAGE.bottom) {
      sheet.newPage()
      writeHead(sheet, columns)
    }
    const top = sheet.y
    writeRow(sheet, columns, top + PADDING, (index) => {
      const { text = '', ...colour } = cells[index] ?? {}
      return { text, style: { ...STYLES.body, ...colour } }
    })
    sheet.y = top + height
    sheet.rule()
  }
}

function writeHead(sheet: Sheet, columns: readonly Column[]): void {
  const top = sheet.y
  sheet.decorate((doc) => {
    doc.rect(PAGE.left, top, CONTENT_WIDTH, 18).fill(COLOURS.tint)
  })
  writeRow(sheet, columns, top + 4, (index) => ({
    text: columns[index]?.title ?? '',
    style: { ...STYLES.label, bold: true },
  }))
  sheet.y = top + 18
}

function writeRow(
  sheet: Sheet,
  columns: readonly Column[],
  y: number,
  cell: (index: number) => { text: string; style: Parameters<Sheet['text']>[1] },
): void {
  let x = PAGE.left
  for (const [index, { width }] of columns.entries()) {
    const { text, style } = cell(index)
    if (text !== '') sheet.text(text, style, { x: x + PADDING, y, width: width - PADDING * 2 })
    x += width
  }
}
