import type { ReportFact } from '../domain/report/report-content.js'
import type { ReportPages } from './report-pages.js'
import { COLOURS, CONTENT_WIDTH, PAGE, STYLES } from './style.js'

const LOGO_HEIGHT = 44

/** The first page: the company with its logo, what the report is about, the outcome, and the facts. */
export function writeCover(pages: ReportPages): void {
  const { sheet, content } = pages
  writeCompany(pages)
  sheet.y += 26
  sheet.text(content.title, STYLES.title, {}, 'H1')
  sheet.text(content.subtitle, STYLES.subtitle)
  if (content.outcome) writeOutcome(pages, content.outcome)
  sheet.y += 14
  writeFacts(pages, content.facts)
}

function writeCompany({ sheet, content: { company }, images }: ReportPages): void {
  const logo = company.logoId === null ? undefined : images.get(company.logoId)
  const top = 46
  sheet.y = top
  if (logo) {
    const draw = () => {
      sheet.doc.image(Buffer.from(logo.bytes), PAGE.left, top, { fit: [150, LOGO_HEIGHT] })
    }
    sheet.element('Figure', draw, `The logo of ${company.name}`)
  }
  const box = logo ? { x: PAGE.left + 170, width: CONTENT_WIDTH - 170 } : {}
  const alignRight = logo !== undefined
  sheet.text(company.name, { ...STYLES.subheading, alignRight }, { ...box, y: top + 8 })
  const numbers = [
    company.registrationNumber && `Registration ${company.registrationNumber}`,
    company.vatNumber && `VAT ${company.vatNumber}`,
  ].filter((each) => typeof each === 'string' && each !== '')
  if (numbers.length > 0) sheet.text(numbers.join(' · '), { ...STYLES.small, alignRight }, box)
  sheet.y = Math.max(sheet.y, top + LOGO_HEIGHT) + 8
  const { y } = sheet
  sheet.decorate((doc) => {
    doc.rect(PAGE.left, y, CONTENT_WIDTH, 2.5).fill(COLOURS.accent)
  })
}

/** A coloured label. The word says what the colour means. */
function writeOutcome({ sheet }: ReportPages, outcome: 'passed' | 'failed'): void {
  const text = outcome === 'passed' ? '✓ Passed' : '✗ Failed'
  const style = { size: 12, bold: true, colour: COLOURS.white }
  const width = (sheet.lines(text, style)[0]?.width ?? 0) + 26
  const top = sheet.y + 10
  sheet.decorate((doc) => {
    const colour = outcome === 'passed' ? COLOURS.passed : COLOURS.failed
    doc.roundedRect(PAGE.left, top, width, 25, 4).fill(colour)
  })
  sheet.text(text, style, { x: PAGE.left + 13, y: top + 5.5 })
  sheet.y = top + 31
}

const LABEL_WIDTH = 128

/** One fact a line: its label and its value. */
export function writeFacts({ sheet }: ReportPages, facts: readonly ReportFact[]): void {
  sheet.rule()
  for (const { label, value } of facts) {
    const box = { x: PAGE.left + LABEL_WIDTH, width: CONTENT_WIDTH - LABEL_WIDTH }
    sheet.ensure(Math.min(sheet.heightOf(value, STYLES.body, box.width) + 10, 300))
    const top = sheet.y + 5
    sheet.text(label, { ...STYLES.body, colour: COLOURS.grey }, { y: top, width: LABEL_WIDTH - 10 })
    const afterLabel = sheet.y
    sheet.text(value, STYLES.body, { ...box, y: top })
    // A long value may have continued on another page.
    sheet.y = (sheet.y < top ? sheet.y : Math.max(sheet.y, afterLabel)) + 5
    sheet.rule()
  }
}
