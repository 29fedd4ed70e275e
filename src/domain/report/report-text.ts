import type { Answer } from '../checklist/checklist-answers.js'
import type { AnswerCondition, Question, ShowIf } from '../checklist/checklist-content.js'

/** The language of reports, in which dates and numbers are written. No company has a setting for it. */
export const LANGUAGE = 'en-GB'

/** A time in the time zone of the site, with the name or the offset of the zone. */
export const timeText = (time: Date | string, timeZone: string): string =>
  new Intl.DateTimeFormat(LANGUAGE, {
    ...{ timeZone, day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  }).format(new Date(time))

/** The day of a time in the time zone of the site. */
export const dateText = (time: Date | string, timeZone: string): string =>
  new Intl.DateTimeFormat(LANGUAGE, {
    ...{ timeZone, day: 'numeric', month: 'long', year: 'numeric' },
  }).format(new Date(time))

export const numberText = (value: number): string =>
  new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 20 }).format(value)

export const durationText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The answer as people read it; null if there is none. */
export function answerText(question: Question, { value, values }: Answer): string | null {
  if (values) return values.map((each) => valueText(question, each)).join(', ') || 'None of them'
  return value === null ? null : valueText(question, value)
}

function valueText({ kind, choices, unit }: Question, value: string): string {
  const choice = choices.find((each) => each.value === value)
  if (choice) return choice.label
  if (kind === 'YES_NO') return value === 'YES' ? 'Yes' : 'No'
  if (kind === 'DATE') return dateText(`${value}T00:00:00Z`, 'UTC')
  if (kind !== 'NUMBER') return value
  return unit ? `${numberText(Number(value))} ${unit}` : numberText(Number(value))
}

/** The condition of a question in words, with the texts of the earlier questions. */
export function conditionText(
  showIf: ShowIf | null,
  questions: ReadonlyMap<string, Question>,
): string | null {
  if (!showIf) return null
  const parts = (showIf.allOf ?? showIf.anyOf).map((each) => partText(each, questions))
  return `If ${parts.join(showIf.allOf ? ' and ' : ' or ')}`
}

function partText(condition: AnswerCondition, questions: ReadonlyMap<string, Question>): string {
  const { questionId, isOneOf, isNotOneOf, between, isAnswered } = condition
  const question = questions.get(questionId)
  if (!question) return 'an earlier question has a certain answer'
  const name = `“${question.text}”`
  const list = (values: readonly string[]) =>
    values.map((value) => valueText(question, value)).join(' or ')
  if (isAnswered !== null) return `${name} is ${isAnswered ? '' : 'not '}answered`
  if (isOneOf) return `${name} is ${list(isOneOf)}`
  if (isNotOneOf) return `${name} is not ${list(isNotOneOf)}`
  const { from = null, to = null } = between ?? {}
  if (from !== null && to !== null)
    return `${name} is from ${valueText(question, from)} to ${valueText(question, to)}`
  return from === null
    ? `${name} is at most ${valueText(question, to ?? '')}`
    : `${name} is at least ${valueText(question, from)}`
}
