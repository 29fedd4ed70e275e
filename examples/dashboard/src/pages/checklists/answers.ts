import type { Condition, Question } from './questions.js'

/** What a user has entered for a question. */
export interface Answer {
  /** One value, or several of a `MULTI_CHOICE`; empty: none. */
  readonly values: readonly string[]
  /** For a `MULTI_CHOICE`: whether the user has said that no choice applies. */
  readonly isNone?: boolean
  readonly note: string
  readonly notApplicable: boolean
  /** The ids of the photographs, which are in the queue. */
  readonly photoIds: readonly string[]
  /** When the question was last answered. */
  readonly answeredAt: Date
}

export type Answers = ReadonlyMap<string, Answer>

/** What a user changes of an answer: a function if it follows from the answer as it is then. */
export type AnswerChange =
  Partial<Answer> | ((before: Omit<Answer, 'answeredAt'>) => Partial<Answer>)

export const NO_ANSWER: Omit<Answer, 'answeredAt'> = {
  values: [],
  note: '',
  notApplicable: false,
  photoIds: [],
}

/**
 * An answer after a change. A note or a photograph that is added later leaves the time of the answer, because questions may have to be
 * answered in order.
 */
export function changedAnswer(
  { kind }: Pick<Question, 'kind'>,
  before: Answer | undefined,
  change: AnswerChange,
): Answer {
  const part = typeof change === 'function' ? change(before ?? NO_ANSWER) : change
  const isAnswered =
    'values' in part || 'notApplicable' in part || (kind === 'PHOTO' && 'photoIds' in part)
  const answeredAt = before && !isAnswered ? before.answeredAt : new Date()
  return { ...NO_ANSWER, ...before, ...part, answeredAt }
}

/** The questions that are shown, by what was given for the shown questions before them. The service has the same rules. */
export function shownQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const given = new Map<string, readonly string[]>()
  return questions.filter(({ questionId, kind, showIf }) => {
    const holds = (condition: Condition) => isMet(condition, given.get(condition.questionId) ?? [])
    if (showIf?.allOf && !showIf.allOf.every(holds)) return false
    if (showIf?.anyOf && !showIf.anyOf.some(holds)) return false
    const answer = answers.get(questionId)
    if (answer && !answer.notApplicable)
      given.set(questionId, kind === 'PHOTO' ? answer.photoIds : answer.values)
    return true
  })
}

function isMet(
  { isOneOf, isNotOneOf, between, isAnswered }: Condition,
  values: readonly string[],
): boolean {
  if (isAnswered !== null) return values.length > 0 === isAnswered
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

/** The answers to the shown questions, as the service takes them. */
export const answerInputs = (questions: readonly Question[], answers: Answers) =>
  shownQuestions(questions, answers).flatMap((question) => {
    const answer = answers.get(question.questionId)
    return answer ? [inputOf(question, answer)] : []
  })

const inputOf = (question: Question, answer: Answer) => ({
  questionId: question.questionId,
  ...valueOf(question, answer),
  note: answer.note || null,
  notApplicable: answer.notApplicable,
  photoIds: [...answer.photoIds],
  answeredAt: answer.answeredAt.toISOString(),
})

/** Of a `MULTI_CHOICE` several values, or none if no choice applies. */
function valueOf({ kind }: Question, { values, isNone = false }: Answer) {
  if (kind !== 'MULTI_CHOICE') return { value: values[0] ?? null }
  return { values: values.length > 0 || isNone ? [...values] : null }
}

/** Whether an answer fails, so that it may need a note. */
export function fails({ kind, choices, minimum, maximum }: Question, { values }: Answer): boolean {
  if (kind !== 'NUMBER') {
    return choices.some((choice) => choice.fails && values.includes(choice.value))
  }
  const [value] = values.map(Number)
  return value !== undefined && (value < (minimum ?? value) || value > (maximum ?? value))
}
