import type { Condition, Question } from '../questions.js'

/** What a condition says about an answer, each with the text that people know it by. */
export const OPERATORS = {
  isOneOf: 'is one of',
  isNotOneOf: 'is none of',
  between: 'is between',
  isAnswered: 'has an answer',
  isNotAnswered: 'has no answer',
} as const

export type Operator = keyof typeof OPERATORS

/** The operators that conditions on this question can have. The first is the usual one. */
export function operatorsFor({ kind, choices }: Question): readonly Operator[] {
  if (choices.length > 0) return ['isOneOf', 'isNotOneOf', 'isAnswered', 'isNotAnswered']
  if (kind === 'NUMBER' || kind === 'DATE') return ['between', 'isAnswered', 'isNotAnswered']
  return ['isAnswered', 'isNotAnswered']
}

export function operatorOf({ isOneOf, isNotOneOf, between, isAnswered }: Condition): Operator {
  if (isOneOf) return 'isOneOf'
  if (isNotOneOf) return 'isNotOneOf'
  if (between) return 'between'
  return isAnswered ? 'isAnswered' : 'isNotAnswered'
}

/** A condition with this operator. `values` are the choices of the condition before. */
export const conditionWith = (
  questionId: string,
  operator: Operator,
  values: string[] = [],
): Condition => ({
  questionId,
  isOneOf: operator === 'isOneOf' ? values : null,
  isNotOneOf: operator === 'isNotOneOf' ? values : null,
  between: operator === 'between' ? { from: null, to: null } : null,
  isAnswered:
    operator === 'isAnswered' || operator === 'isNotAnswered' ? operator === 'isAnswered' : null,
})

/** A condition on the question, as it begins. */
export const newCondition = (question: Question): Condition =>
  conditionWith(question.questionId, operatorsFor(question)[0] ?? 'isAnswered')

/** The questions whose answers a condition can be about. */
export const answerable = (questions: readonly Question[]): readonly Question[] =>
  questions.filter(({ kind }) => kind !== 'INSTRUCTION' && kind !== 'PHOTO')
