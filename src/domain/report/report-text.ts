import type { Answer } from '../checklist/checklist-answers.js'
import type { AnswerCondition, Question, ShowIf } from '../checklist/checklist-content.js'
import { languageOf } from './report-language.js'

/** A time in the time zone of the site, with the name or the offset of the zone. */
export const timeText = (time: Date | string, timeZone: string): string =>
  new Intl.DateTimeFormat(languageOf(timeZone), {
    ...{ timeZone, day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  }).format(new Date(time))

/** The day of a time in the time zone of the site. */
export const dateText = (time: Date | string, timeZone: string): string =>
  dayText(new Date(time), timeZone, languageOf(timeZone))

const dayText = (time: Date, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    ...{ timeZone, day: 'numeric', month: 'long', year: 'numeric' },
  }).format(time)

export const durationText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Writes answers and conditions of questions in words, in the language of a time zone. */
export class AnswerTexts {
  private readonly language: string

  constructor(timeZone: string) {
    this.language = languageOf(timeZone)
  }

  /** The answer as people read it; null if there is none. */
  answer(question: Question, { value, values }: Answer): string | null {
    if (values) return values.map((each) => this.value(question, each)).join(', ') || 'None of them'
    return value === null ? null : this.value(question, value)
  }

  /** The condition of a question in words, with the texts of the earlier questions. */
  condition(showIf: ShowIf | null, questions: ReadonlyMap<string, Question>): string | null {
    if (!showIf) return null
    const parts = (showIf.allOf ?? showIf.anyOf).map((each) => this.part(each, questions))
    return `If ${parts.join(showIf.allOf ? ' and ' : ' or ')}`
  }

  private part(condition: AnswerCondition, questions: ReadonlyMap<string, Question>): string {
    const { questionId, isOneOf, isNotOneOf, between, isAnswered } = condition
    const question = questions.get(questionId)
    if (!question) return 'an earlier question has a certain answer'
    const name = `“${question.text}”`
    const list = (values: readonly string[]) =>
      values.map((value) => this.value(question, value)).join(' or ')
    if (isAnswered !== null) return `${name} is ${isAnswered ? '' : 'not '}answered`
    if (isOneOf) return `${name} is ${list(isOneOf)}`
    if (isNotOneOf) return `${name} is not ${list(isNotOneOf)}`
    const { from = null, to = null } = between ?? {}
    if (from !== null && to !== null)
      return `${name} is from ${this.value(question, from)} to ${this.value(question, to)}`
    return from === null
      ? `${name} is at most ${this.value(question, to ?? '')}`
      : `${name} is at least ${this.value(question, from)}`
  }

  private value({ kind, choices, unit }: Question, value: string): string {
    const choice = choices.find((each) => each.value === value)
    if (choice) return choice.label
    if (kind === 'YES_NO') return value === 'YES' ? 'Yes' : 'No'
    if (kind === 'DATE') return dayText(new Date(`${value}T00:00:00Z`), 'UTC', this.language)
    if (kind !== 'NUMBER') return value
    const number = new Intl.NumberFormat(this.language, { maximumFractionDigits: 20 })
    const text = number.format(Number(value))
    return unit ? `${text} ${unit}` : text
  }
}
