import { QuestionKind } from '../../client/generated/graphql.js'
import {
  choiceNames,
  type Condition,
  hasCheckbox,
  nameOf,
  NOT_APPLICABLE,
  type Question,
} from './question.js'

/* Expressions of a form, in the XPath of XLSForm. An answer that is hidden or missing is an empty text in them. */

/** The answer of a question of the form. */
const answerTo = (name: string): string => `\${${name}}`

/** The answer to a checkbox (`acknowledge`) that is ticked. */
export const isTicked = (name: string): string => `${answerTo(name)} = 'OK'`

export const not = (expression: string): string => `not(${expression})`

const anyOf = (expressions: readonly string[]): string =>
  expressions.length === 1 ? expressions.join() : `(${expressions.join(' or ')})`

const allOf = (expressions: readonly string[]): string => expressions.join(' and ')

/** Both conditions; undefined is none. */
export const and = (one: string | undefined, other: string): string =>
  one === undefined ? other : allOf([one, other])

/** When a question is shown; undefined: always. `questions` are those of the checklist, by id. */
export function shown(
  question: Question,
  questions: ReadonlyMap<string, Question>,
): string | undefined {
  const { showIf } = question
  if (!showIf) return undefined
  const conditions = (showIf.allOf ?? showIf.anyOf ?? []).map((condition) => {
    const earlier = questions.get(condition.questionId)
    // The service accepts only conditions on earlier questions.
    return earlier ? `(${holds(condition, earlier)})` : 'false()'
  })
  return showIf.allOf ? allOf(conditions) : anyOf(conditions)
}

function holds({ isOneOf, isNotOneOf, between, isAnswered }: Condition, question: Question) {
  const given = isGiven(question)
  if (isOneOf) return anyOf(selected(question, isOneOf))
  if (isNotOneOf) return allOf([given, not(anyOf(selected(question, isNotOneOf)))])
  if (between) {
    const { from, to } = between
    const answer = answerTo(nameOf(question))
    const limits = [
      ...(from == null ? [] : [`${answer} >= ${literal(question, from)}`]),
      ...(to == null ? [] : [`${answer} <= ${literal(question, to)}`]),
    ]
    return allOf([given, ...limits])
  }
  return isAnswered ? given : not(given)
}

/** Whether a question has an answer; “not applicable” is none. */
function isGiven(question: Question): string {
  const answer = answerTo(nameOf(question))
  const isText = `${answer} != ''`
  if (!question.allowNotApplicable || hasCheckbox(question)) return isText
  return allOf([isText, not(`selected(${answer}, '${NOT_APPLICABLE}')`)])
}

/** For each of these values, whether it is chosen. */
function selected(question: Question, values: readonly string[]): string[] {
  const names = choiceNames(question)
  const answer = answerTo(nameOf(question))
  return values.map((value) => `selected(${answer}, '${names.get(value) ?? ''}')`)
}

/** XPath has no sign `+`, and a date in it is a function. */
const literal = ({ kind }: Question, text: string) =>
  kind === QuestionKind.Date ? `date('${text}')` : text.replace(/^\+/, '')

/** When the answer to a question fails; undefined: never. */
export function fails(question: Question): string | undefined {
  if (question.choices.length > 0) {
    const failing = question.choices.filter((choice) => choice.fails).map(({ value }) => value)
    return failing.length > 0 ? anyOf(selected(question, failing)) : undefined
  }
  const answer = answerTo(nameOf(question))
  const within = isWithin(question, answer)
  return within && allOf([`${answer} != ''`, not(within)])
}

/** Whether a number is within the bounds of its question; undefined if there are none. */
export function isWithin({ minimum, maximum }: Question, number: string): string | undefined {
  const bounds = [
    ...(minimum == null ? [] : [`${number} >= ${minimum}`]),
    ...(maximum == null ? [] : [`${number} <= ${maximum}`]),
  ]
  return bounds.length > 0 ? allOf(bounds) : undefined
}
