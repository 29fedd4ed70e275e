import { timeText } from '../domain/report/report-text.js'
import type { ReportContent } from '../domain/report/report-content.js'
import { writeCover } from './cover.js'
import type { ReportImage } from './report-image.js'
import { writeInspection } from './inspection-part.js'
import {
  writeAssets,
  writeEvidence,
  writeFindings,
  writePhotographs,
  writeSignature,
  writeSummary,
} from './list-parts.js'
import type { ReportPages } from './report-pages.js'
import { Sheet } from './sheet.js'
import { COLOURS, CONTENT_WIDTH, PAGE, STYLES } from './style.js'

export interface RenderedContent {
  readonly content: ReportContent
  readonly contentSha256: string
  readonly createdAt: Date
}

/** Writes the PDF of a report. `images` by the ids of their documents. */
export function renderReport(
  { content, contentSha256, createdAt }: RenderedContent,
  images: ReadonlyMap<string, ReportImage>,
): Promise<Uint8Array> {
  const { title, subtitle, company, language, timeZone, evidence } = content
  const sheet = new Sheet({
    ...{ title: `${title}: ${subtitle}`, author: company.name, subject: subtitle },
    ...{ language, createdAt },
  })
  const numbers = new Map(evidence.map(({ documentId }, index) => [documentId, index + 1]))
  const pages: ReportPages = {
    ...{ sheet, content, images },
    numberOf: ({ documentId }) => numbers.get(documentId) ?? 0,
    time: (iso) => timeText(iso, timeZone),
  }
  const isOne = content.inspections.length === 1 && content.outcome !== null
  writeCover(pages)
  if (!isOne && content.inspections.length > 0) writeSummary(pages)
  if (content.assets.length > 0) writeAssets(pages)
  for (const inspection of content.inspections) writeInspection(pages, inspection, isOne)
  if (content.findings.length > 0) writeFindings(pages)
  if (content.photographs.length > 0) writePhotographs(pages)
  writeSignature(pages)
  writeEvidence(pages, contentSha256)
  writeMargins(pages, contentSha256)
  return sheet.end()
}

/** The space that the number of the page needs. */
const PAGE_NUMBER_WIDTH = 80

/** The lines above and below the content of each page, when the number of pages is known. */
function writeMargins({ sheet, content }: ReportPages, contentSha256: string): void {
  const { doc } = sheet
  const { count } = doc.bufferedPageRange()
  const footer = { ...STYLES.small, size: 7.5 }
  const half = CONTENT_WIDTH / 2
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const right = { ...footer, alignRight: true }
    sheet.margin(() => {
      const y = PAGE.height - 40
      doc.moveTo(PAGE.left, y - 6).lineTo(PAGE.width - PAGE.right, y - 6)
      doc.lineWidth(0.6).stroke(COLOURS.line)
      sheet.write(
        `${content.company.name} · ${content.title} · ${content.subtitle}`,
        footer,
        y,
        CONTENT_WIDTH - PAGE_NUMBER_WIDTH,
      )
      sheet.write(`Page ${page + 1} of ${count}`, right, y)
      sheet.write(`Fingerprint ${contentSha256}`, { ...STYLES.hash, size: 6 }, y + 11)
      if (page === 0) return
      sheet.write(content.title, { ...footer, bold: true }, 38, half)
      sheet.write(content.subtitle, right, 38, half)
    })
  }
}
