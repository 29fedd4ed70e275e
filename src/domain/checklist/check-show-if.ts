import type { ValidationErrors } from '../validation-errors.js'
import { canonicalValue } from '../asset-type/custom-field-kind.js'
import type { AnswerCondition, Question, ShowIf } from './checklist-content.js'
import type { NewAnswerCondition, NewShowIf } from './new-checklist.js'

type Steps = readonly (string | number)[]

const MAX_CONDITIONS = 20

/** Checks when a question is shown: by the answers of the questions `before` it. */
export function checkShowIf(
  errors: ValidationErrors,
  path: Steps,
  input: NewShowIf | null | undefined,
  before: ReadonlyMap<string, Question>,
): ShowIf | null {
  if (!input) return null
  const { allOf, anyOf } = input
  const given = allOf ?? anyOf ?? []
  if ((allOf && anyOf) || given.length === 0)
    errors.add('REQUIRED', path, 'Conditions are required, either in `allOf` or in `anyOf`.')
  if (given.length > MAX_CONDITIONS)
    errors.add('TOO_LONG', path, `At most ${MAX_CONDITIONS} conditions are allowed.`)
  const conditions = given.map((each, index) =>
    checkCondition(errors, [...path, allOf ? 'allOf' : 'anyOf', index], each, before),
  )
  return allOf ? { allOf: conditions, anyOf: null } : { allOf: null, anyOf: conditions }
}

function checkCondition(
  errors: ValidationErrors,
  path: Steps,
  input: NewAnswerCondition,
  before: ReadonlyMap<string, Question>,
): AnswerCondition {
  const questionId = input.questionId.toLowerCase()
  const question = before.get(questionId)
  if (!question)
    errors.add('NOT_FOUND', [...path, 'questionId'], 'No earlier question has this id.')
  const { isOneOf = null, isNotOneOf = null, isAnswered = null } = input
  const between = input.between && {
    from: input.between.from ?? null,
    to: input.between.to ?? null,
  }
  const given = [isOneOf, isNotOneOf, between, isAnswered].filter(
    (each) => each !== null && each !== undefined,
  )
  if (given.length !== 1)
    errors.add(
      'REQUIRED',
      path,
      'Exactly one of isOneOf, isNotOneOf, between and isAnswered is required.',
    )
  if (question?.kind === 'INSTRUCTION')
    errors.add('INVALID', [...path, 'questionId'], 'An instruction has no answer.')
  else if (question) {
    checkValues(errors, [...path, 'isOneOf'], isOneOf, question)
    checkValues(errors, [...path, 'isNotOneOf'], isNotOneOf, question)
    if (between) checkRange(errors, [...path, 'between'], between, question)
  }
  return { questionId, isOneOf, isNotOneOf, between: between ?? null, isAnswered }
}

/** Rejects values that no answer of the question has. */
function checkValues(
  errors: ValidationErrors,
  path: Steps,
  values: readonly string[] | null,
  { kind, choices }: Question,
) {
  if (!values) return
  if (values.length === 0) errors.add('REQUIRED', path, 'At least one value is required.')
  if (choices.length === 0)
    errors.add('INVALID', path, `A question of the kind ${kind} has no choices.`)
  else
    values.forEach((value, index) => {
      if (!choices.some((choice) => choice.value === value))
        errors.add('INVALID', [...path, index], 'The question has no such choice.')
    })
}

/** Rejects a range that is not one of numbers or dates, as the question is. */
function checkRange(
  errors: ValidationErrors,
  path: Steps,
  between: { readonly from: string | null; readonly to: string | null },
  { kind }: Question,
) {
  if (kind !== 'NUMBER' && kind !== 'DATE') {
    errors.add('INVALID', path, `A question of the kind ${kind} has no range.`)
    return
  }
  if (between.from === null && between.to === null)
    errors.add('REQUIRED', path, 'A range needs `from`, `to` or both.')
  for (const end of ['from', 'to'] as const) {
    const value = between[end]
    if (value === null) continue
    if (canonicalValue(kind, value) === undefined)
      errors.add('INVALID', [...path, end], `A ${kind.toLowerCase()} is expected.`)
  }
  const { from, to } = between
  const isReversed = kind === 'NUMBER' ? Number(from) > Number(to) : String(from) > String(to)
  if (from !== null && to !== null && isReversed)
    errors.add('OUT_OF_RANGE', [...path, 'to'], 'The range ends before it begins.')
}
