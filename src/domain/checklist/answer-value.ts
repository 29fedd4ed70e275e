import { canonicalValue } from '../asset-type/custom-field-kind.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { NewAnswer } from './checklist-answers.js'
import type { Question } from './checklist-content.js'

/** Returns the value or the values as they are stored; empty if there is none. */
export function checkAnswerValue(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  { kind, choices }: Question,
  { value, values }: NewAnswer,
): readonly string[] {
  const isMultiple = kind === 'MULTI_CHOICE'
  const [name, other] = isMultiple ? ['values', 'value'] : ['value', 'values']
  if ((isMultiple ? value : values) != null || (kind === 'PHOTO' && value != null))
    errors.add(
      'INVALID',
      [...path, kind === 'PHOTO' ? name : other],
      `A question of the kind ${kind} has none.`,
    )
  if (isMultiple) {
    values?.forEach((each, index) => {
      errors.text([...path, name, index], each)
      if (!choices.some((choice) => choice.value === each) || values.indexOf(each) < index)
        errors.add('INVALID', [...path, name, index], 'One of the choices is expected, once.')
    })
    return values ?? []
  }
  const text = errors.optionalLines([...path, name], value, 10_000) ?? null
  if (text === null || kind === 'PHOTO') return []
  if (choices.length > 0) {
    if (!choices.some((choice) => choice.value === text)) {
      const expected = choices.map((choice) => choice.value).join(', ')
      errors.add('INVALID', [...path, name], `One of ${expected} is expected.`)
    }
    return [text]
  }
  const stored = kind === 'TEXT' ? text : canonicalValue(kind as 'NUMBER' | 'DATE', text)
  if (stored === undefined) {
    const example = kind === 'DATE' ? 'A date such as 2027-01-31' : 'A decimal number such as 12.5'
    errors.add('INVALID', [...path, name], `${example} is expected.`)
  }
  return [stored ?? text]
}
