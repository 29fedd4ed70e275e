import type { ReportAnswer, ReportInspection } from '../domain/report/report-content.js'
import { FILES_HEIGHT, showFiles } from './photographs.js'
import type { ReportPages } from './report-pages.js'
import { COLOURS, CONTENT_WIDTH, PAGE, STYLES } from './style.js'

/** An inspection with its answers, in the order of the checklist. `isOne`: the cover has its facts already. */
export function writeInspection(
  pages: ReportPages,
  inspection: ReportInspection,
  isOne: boolean,
): void {
  const { sheet } = pages
  const { asset, checklist, note, sections, photographs } = inspection
  if (!isOne) writeHead(pages, inspection)
  if (checklist) {
    sheet.ensure(90)
    if (isOne) {
      sheet.y += 20
      sheet.text('Answers', STYLES.heading, {}, 'H2')
    }
    sheet.text(`${checklist.name}, version ${checklist.version}`, STYLES.small)
  }
  let number = 0
  for (const { name, answers } of sections) {
    sheet.ensure(70)
    sheet.y += 10
    sheet.text(name, STYLES.subheading, {}, 'H3')
    sheet.rule(3)
    for (const answer of answers) writeAnswer(pages, answer, (number += 1))
  }
  if (note !== null && !isOne) {
    sheet.y += 6
    sheet.text(`Note: ${note}`, STYLES.body)
  }
  if (photographs.length > 0) {
    sheet.ensure(120)
    sheet.y += 10
    sheet.text(
      isOne ? 'Photographs and files' : `Files of ${asset.code}`,
      STYLES.subheading,
      {},
      'H3',
    )
    showFiles(pages, photographs)
  }
}

function writeHead({ sheet, time }: ReportPages, inspection: ReportInspection): void {
  const { asset, zone, inspectedAt, inspector, outcome, score } = inspection
  sheet.ensure(130)
  sheet.y += 18
  const top = sheet.y
  sheet.doc.outline.addItem(`${asset.code} · ${asset.type}`)
  sheet.text(`${asset.code} · ${asset.type}`, STYLES.heading, { width: CONTENT_WIDTH - 90 }, 'H2')
  const below = sheet.y
  const hasPassed = outcome === 'passed'
  const colour = hasPassed ? COLOURS.passed : COLOURS.failed
  const label = hasPassed ? '✓ Passed' : '✗ Failed'
  const style = { ...STYLES.subheading, colour, alignRight: true }
  sheet.text(label, style, { y: top + 2 })
  sheet.y = Math.max(below, sheet.y)
  const facts = [zone, time(inspectedAt), inspector, score === null ? null : `score ${score} %`]
  sheet.text(facts.filter((fact) => fact !== null).join(' · '), STYLES.small)
}

const NUMBER_WIDTH = 24
const ANSWER_WIDTH = 170
const QUESTION_WIDTH = CONTENT_WIDTH - NUMBER_WIDTH - ANSWER_WIDTH - 14
const QUESTION_LEFT = PAGE.left + NUMBER_WIDTH
const ANSWER_LEFT = QUESTION_LEFT + QUESTION_WIDTH + 14

function writeAnswer(pages: ReportPages, answer: ReportAnswer, number: number): void {
  const { sheet } = pages
  const { question, condition, note, fails, photographs } = answer
  const text = textOf(answer)
  const style = fails ? { ...STYLES.strong, colour: COLOURS.failed } : STYLES.strong
  const below = [
    ...(condition === null ? [] : [{ text: condition, style: STYLES.small }]),
    ...(note === null ? [] : [{ text: `Note: ${note}`, style: STYLES.body }]),
  ]
  const box = { x: QUESTION_LEFT, width: CONTENT_WIDTH - NUMBER_WIDTH - 6 }
  const height = below.reduce(
    (sum, each) => sum + sheet.heightOf(each.text, each.style, box.width),
    Math.max(
      sheet.heightOf(question, STYLES.body, QUESTION_WIDTH),
      sheet.heightOf(text, style, ANSWER_WIDTH),
    ),
  )
  sheet.ensure(Math.min(height + 12, 500) + (photographs.length > 0 ? FILES_HEIGHT : 0))
  const top = sheet.y + 5
  if (fails && height < 400) {
    sheet.decorate((doc) => {
      doc.rect(PAGE.left, top - 5, CONTENT_WIDTH, height + 10).fill(COLOURS.failedTint)
    })
  }
  const numberStyle = { ...STYLES.body, colour: COLOURS.grey }
  sheet.text(String(number), numberStyle, { y: top, x: PAGE.left + 4, width: 20 })
  sheet.text(question, STYLES.body, { x: QUESTION_LEFT, y: top, width: QUESTION_WIDTH })
  const afterQuestion = sheet.y
  sheet.text(text, style, { x: ANSWER_LEFT, y: top, width: ANSWER_WIDTH })
  // A long answer may have continued on another page.
  sheet.y = sheet.y < top ? sheet.y : Math.max(sheet.y, afterQuestion)
  for (const each of below) sheet.text(each.text, each.style, box)
  sheet.y += 5
  if (photographs.length > 0) showFiles(pages, photographs)
  sheet.rule()
}

function textOf({ answer, notApplicable, fails, photographs }: ReportAnswer): string {
  if (notApplicable) return 'Not applicable'
  const count = photographs.length
  const text = answer ?? (count > 0 ? (count === 1 ? '1 photograph' : `${count} photographs`) : '–')
  return fails ? `✗ ${text}` : text
}
