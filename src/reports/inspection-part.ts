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
  const [first] = sections.flatMap(({ answers }) => answers)
  // A heading stays with the first answer below it, which may have photographs.
  const firstHeight = first ? spaceFor(pages, first) : 0
  if (!isOne) writeHead(pages, inspection, firstHeight)
  if (checklist) {
    sheet.ensure(isOne ? 70 + firstHeight : 40)
    if (isOne) {
      sheet.y += 20
      sheet.text('Answers', STYLES.heading, {}, 'H2')
    }
    sheet.text(`${checklist.name}, version ${checklist.version}`, STYLES.small)
  }
  let number = 0
  for (const { name, answers } of sections) {
    sheet.ensure(30 + (answers[0] ? spaceFor(pages, answers[0]) : 0))
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

function writeHead(
  { sheet, time }: ReportPages,
  inspection: ReportInspection,
  firstHeight: number,
): void {
  const { asset, zone, inspectedAt, inspector, outcome, score } = inspection
  sheet.ensure(100 + firstHeight)
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
const BELOW_WIDTH = CONTENT_WIDTH - NUMBER_WIDTH - 6
const ANSWER_LEFT = QUESTION_LEFT + QUESTION_WIDTH + 14

/** What is below the question: why it was asked, and the note. */
const linesBelow = ({ condition, note }: ReportAnswer) => [
  ...(condition === null ? [] : [{ text: condition, style: STYLES.small }]),
  ...(note === null ? [] : [{ text: `Note: ${note}`, style: STYLES.body }]),
]

const styleOf = ({ fails }: ReportAnswer) =>
  fails ? { ...STYLES.strong, colour: COLOURS.failed } : STYLES.strong

function heightOf({ sheet }: ReportPages, answer: ReportAnswer): number {
  const question = sheet.heightOf(answer.question, STYLES.body, QUESTION_WIDTH)
  const text = sheet.heightOf(textOf(answer), styleOf(answer), ANSWER_WIDTH)
  return linesBelow(answer).reduce(
    (sum, below) => sum + sheet.heightOf(below.text, below.style, BELOW_WIDTH),
    Math.max(question, text),
  )
}

/** The height that is kept free for an answer. A longer one continues on the next page. */
const spaceFor = (pages: ReportPages, answer: ReportAnswer) =>
  Math.min(heightOf(pages, answer) + 12, 500) + (answer.photographs.length > 0 ? FILES_HEIGHT : 0)

function writeAnswer(pages: ReportPages, answer: ReportAnswer, number: number): void {
  const { sheet } = pages
  const { question, fails, photographs } = answer
  const height = heightOf(pages, answer)
  sheet.ensure(spaceFor(pages, answer))
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
  sheet.text(textOf(answer), styleOf(answer), { x: ANSWER_LEFT, y: top, width: ANSWER_WIDTH })
  // A long answer may have continued on another page.
  sheet.y = sheet.y < top ? sheet.y : Math.max(sheet.y, afterQuestion)
  for (const { text, style } of linesBelow(answer))
    sheet.text(text, style, { x: QUESTION_LEFT, width: BELOW_WIDTH })
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
