import type { ReportFile } from '../domain/report/report-content.js'
import type { ReportPages } from './report-pages.js'
import { COLOURS, CONTENT_WIDTH, PAGE, STYLES } from './style.js'

const COLUMNS = 3
const GAP = 10
const WIDTH = (CONTENT_WIDTH - GAP * (COLUMNS - 1)) / COLUMNS
const HEIGHT = 128
const CAPTION = 22

/** The height of one row of photographs. */
export const FILES_HEIGHT = HEIGHT + CAPTION

/** Shows photographs side by side, each with its number in the list of evidence. Other files are only named. */
export function showFiles(pages: ReportPages, files: readonly ReportFile[]): void {
  const shown = files.filter(({ contentType }) => contentType.startsWith('image/'))
  for (let index = 0; index < shown.length; index += COLUMNS)
    showRow(pages, shown.slice(index, index + COLUMNS))
  const named = files.filter((file) => !shown.includes(file))
  for (const file of named) {
    const text = `Attached: ${file.name} (file ${pages.numberOf(file)})`
    pages.sheet.text(text, STYLES.small)
  }
}

function showRow(pages: ReportPages, files: readonly ReportFile[]): void {
  const { sheet, images } = pages
  const heights = files.map((file) => {
    const image = images.get(file.documentId)
    return image ? Math.min(HEIGHT, (WIDTH * image.height) / image.width) : 40
  })
  const height = Math.max(...heights)
  sheet.ensure(height + CAPTION)
  const top = sheet.y + 4
  for (const [index, file] of files.entries()) {
    const x = PAGE.left + index * (WIDTH + GAP)
    showOne(pages, file, { x, y: top, height: heights[index] ?? height })
    sheet.text(`File ${pages.numberOf(file)} · ${file.name}`.slice(0, 44), STYLES.small, {
      ...{ x, y: top + height + 2, width: WIDTH },
    })
  }
  sheet.y = top + height + CAPTION
}

function showOne(
  { sheet, images }: ReportPages,
  file: ReportFile,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
): void {
  const image = images.get(file.documentId)
  if (!image) {
    sheet.decorate((doc) => {
      doc.roundedRect(x, y, WIDTH, height, 3).fill(COLOURS.tint)
    })
    sheet.text('This image cannot be shown here.', STYLES.small, {
      ...{ x: x + 6, y: y + 12, width: WIDTH - 12 },
    })
    return
  }
  sheet.element(
    'Figure',
    () => {
      sheet.doc.image(Buffer.from(image.bytes), x, y, { fit: [WIDTH, height] })
    },
    `Photograph ${file.name}`,
  )
}
