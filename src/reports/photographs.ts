import type { ReportFile } from '../domain/report/report-content.js'
import type { ReportPages } from './report-pages.js'
import { COLOURS, CONTENT_WIDTH, LINE_HEIGHT, PAGE, STYLES } from './style.js'

const COLUMNS = 3
const GAP = 10
const WIDTH = (CONTENT_WIDTH - GAP * (COLUMNS - 1)) / COLUMNS
const HEIGHT = 128
/** Above the photographs, between them and their captions, and below these. */
const MARGINS = { above: 4, between: 2, below: 9 }
const SPACE = MARGINS.above + MARGINS.between + MARGINS.below
const CAPTION_LENGTH = 44
/** The lines of a caption in wide letters. */
const MOST_LINES = 3

/** The largest height of one row of photographs. */
export const FILES_HEIGHT = HEIGHT + SPACE + MOST_LINES * STYLES.small.size * LINE_HEIGHT

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
  const captions = files.map((file) =>
    `File ${pages.numberOf(file)} · ${file.name}`.slice(0, CAPTION_LENGTH),
  )
  const below = Math.max(...captions.map((each) => sheet.heightOf(each, STYLES.small, WIDTH)))
  sheet.ensure(height + below + SPACE)
  const top = sheet.y + MARGINS.above
  const underneath = top + height + MARGINS.between
  for (const [index, file] of files.entries()) {
    const x = PAGE.left + index * (WIDTH + GAP)
    showOne(pages, file, { x, y: top, height: heights[index] ?? height })
    sheet.text(captions[index] ?? '', STYLES.small, { x, y: underneath, width: WIDTH })
  }
  sheet.y = underneath + below + MARGINS.below
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
