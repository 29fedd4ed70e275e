import { dateText } from '../domain/report/report-text.js'
import type { ReportFinding } from '../domain/report/report-content.js'
import { FILES_HEIGHT, showFiles } from './photographs.js'
import type { ReportPages } from './report-pages.js'
import { COLOURS, CONTENT_WIDTH, STYLES } from './style.js'
import { type Column, writeTable } from './table.js'

function heading({ sheet }: ReportPages, text: string, below = 90): void {
  sheet.ensure(below)
  sheet.y += 22
  sheet.doc.outline.addItem(text)
  sheet.text(text, STYLES.heading, {}, 'H2')
}

/** One line for each inspection of a job. */
export function writeSummary(pages: ReportPages): void {
  const { sheet, content } = pages
  heading(pages, 'Inspected assets')
  const columns: Column[] = [
    { title: 'Asset', width: 92 },
    { title: 'Type', width: 130 },
    { title: 'Zone', width: 128 },
    { title: 'Outcome', width: 70 },
    { title: 'Score', width: 75 },
  ]
  const rows = content.inspections.map(({ asset, zone, outcome, score }) => [
    asset.code,
    asset.type,
    zone,
    outcome === 'passed' ? '✓ Passed' : { text: '✗ Failed', colour: COLOURS.failed },
    score === null ? '–' : `${score} %`,
  ])
  writeTable(sheet, columns, rows)
}

const STATUS = {
  ok: '✓ OK',
  overdue: 'Overdue',
  defective: '✗ Defective',
  decommissioned: 'Decommissioned',
} as const

/** The assets of a site. */
export function writeAssets(pages: ReportPages): void {
  const { sheet, content } = pages
  heading(pages, 'Assets')
  const columns: Column[] = [
    { title: 'Asset', width: 85 },
    { title: 'Type', width: 110 },
    { title: 'Zone', width: 100 },
    { title: 'Status', width: 75 },
    { title: 'Last inspected', width: 125 },
  ]
  const rows = content.assets.map(({ code, type, zone, status, lastInspectedAt }) => [
    ...[code, type, zone],
    status === 'defective' ? { text: STATUS[status], colour: COLOURS.failed } : STATUS[status],
    lastInspectedAt === null ? 'Never' : dateText(lastInspectedAt, content.timeZone),
  ])
  writeTable(sheet, columns, rows)
}

export function writeFindings(pages: ReportPages): void {
  const hasPhotographs = pages.content.findings[0]?.photographs.length !== 0
  heading(pages, 'Findings', 110 + (hasPhotographs ? FILES_HEIGHT : 0))
  for (const finding of pages.content.findings) writeFinding(pages, finding)
}

const STATE = { open: 'Open', resolved: 'Resolved', accepted: 'Accepted' } as const

function writeFinding(pages: ReportPages, finding: ReportFinding): void {
  const { sheet, time } = pages
  const { title, assetCode, severity, status, dueAt, openedAt, note, resolution } = finding
  sheet.ensure(60 + (finding.photographs.length > 0 ? FILES_HEIGHT : 0))
  sheet.y += 6
  sheet.text(title, STYLES.strong)
  const due = status === 'open' ? `due ${time(dueAt)}` : `opened ${time(openedAt)}`
  sheet.text([assetCode, severity, STATE[status], due].join(' · '), STYLES.small)
  if (note !== null) sheet.text(note, STYLES.body)
  if (resolution !== null) sheet.text(`${STATE[status]}: ${resolution}`, STYLES.body)
  showFiles(pages, finding.photographs)
  sheet.rule(5)
}

export function writePhotographs(pages: ReportPages): void {
  heading(pages, 'Photographs and files', 170)
  showFiles(pages, pages.content.photographs)
}

export function writeSignature(pages: ReportPages): void {
  const { sheet, content, images, time } = pages
  if (!content.signature) return
  const { name, signedAt, sha256, documentId } = content.signature
  heading(pages, 'Signature', 190)
  const image = images.get(documentId)
  const top = sheet.y + 8
  if (image) {
    const draw = () => {
      sheet.doc.image(Buffer.from(image.bytes), 54, top, { fit: [220, 80], valign: 'bottom' })
    }
    sheet.element('Figure', draw, `The signature of ${name}`)
  }
  sheet.y = top + (image ? 84 : 0)
  const { y } = sheet
  sheet.decorate((doc) => {
    doc.moveTo(50, y).lineTo(290, y).lineWidth(0.8).stroke(COLOURS.ink)
  })
  sheet.y += 4
  sheet.text(name, STYLES.strong)
  sheet.text(`Signed ${time(signedAt)}`, STYLES.small)
  sheet.text(`Fingerprint of the signature: ${sha256}`, STYLES.hash)
}

/** The files, each with its hash: so anyone who has a file can see that it is the one of the report. */
export function writeEvidence(pages: ReportPages, contentSha256: string): void {
  const { sheet, content } = pages
  const hasFiles = content.evidence.length > 0
  heading(pages, hasFiles ? 'Evidence' : 'Verification', 110)
  const intro =
    'The SHA-256 hash of a file is its fingerprint: a changed file has another one. The fingerprint of this report is that of its data.'
  sheet.text(intro, STYLES.small)
  for (const { documentId, name, size, sha256 } of content.evidence) {
    sheet.ensure(28)
    sheet.y += 4
    const number = pages.numberOf({ documentId })
    sheet.text(`${number}. ${name} (${sizeText(size)})`, STYLES.body)
    sheet.text(sha256 ?? 'uploaded before hashes were stored', STYLES.hash)
  }
  sheet.ensure(60)
  sheet.y += 12
  const top = sheet.y
  sheet.decorate((doc) => {
    doc.roundedRect(50, top, CONTENT_WIDTH, 42, 4).fill(COLOURS.tint)
  })
  sheet.text('Fingerprint of this report', STYLES.strong, { x: 60, y: top + 7 })
  sheet.text(contentSha256, { ...STYLES.hash, size: 8 }, { x: 60, width: CONTENT_WIDTH - 20 })
  sheet.y = top + 48
  const where = 'The service that has made this report confirms it at /verify/ followed by it.'
  sheet.text(where, STYLES.small)
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`
