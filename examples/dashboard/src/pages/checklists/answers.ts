import type { Condition, Question } from './questions.js'

/** What a user has entered for a question. */
export interface Answer {
  /** One value, or several of a `MULTI_CHOICE`; empty: none. */
  readonly values: readonly string[]
  readonly note: string
  readonly notApplicable: boolean
  /** The ids of the photographs, which are in the queue. */
  readonly photoIds: readonly string[]
  /** When it was last changed. */
  readonly answeredAt: Date
}

export type Answers = ReadonlyMap<string, Answer>

/** The questions that are shown, by the answers to the shown questions before them. */
export function shownQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const shown = new Map<string, Answer | undefined>()
  return questions.filter(({ questionId, showIf }) => {
    const holds = (condition: Condition) => isMet(condition, shown.get(condition.questionId))
    if (showIf?.allOf && !showIf.allOf.every(holds)) return false
    if (showIf?.anyOf && !showIf.anyOf.some(holds)) return false
    shown.set(questionId, answers.get(questionId))
    return true
  })
}

function isMet({ isOneOf, isNotOneOf, between, isAnswered }: Condition, answer?: Answer): boolean {
  const values = answer && !answer.notApplicable ? answer.values : []
  const hasPhotos = answer !== undefined && answer.photoIds.length > 0
  if (isAnswered !== null) return (values.length > 0 || hasPhotos) === isAnswered
  if (isOneOf) return values.some((value) => isOneOf.includes(value))
  if (isNotOneOf) return values.length > 0 && !values.some((value) => isNotOneOf.includes(value))
  const [value] = values
  if (value === undefined) return false
  const { from = null, to = null } = between ?? {}
  return (from === null || order(value, from) >= 0) && (to === null || order(value, to) <= 0)
}

/** Numbers by their value, dates by their text. */
const order = (one: string, other: string) =>
  Number.isNaN(Number(one)) ? one.localeCompare(other) : Number(one) - Number(other)

/** Whether an answer fails, so that it may need a note. */
export function fails({ kind, choices, minimum, maximum }: Question, { values }: Answer): boolean {
  if (kind !== 'NUMBER') {
    return choices.some((choice) => choice.fails && values.includes(choice.value))
  }
  const [value] = values.map(Number)
  return value !== undefined && (value < (minimum ?? value) || value > (maximum ?? value))
}
