import type { ValidationErrors } from '../validation-errors.js'
import type { Choice } from './checklist-content.js'
import type { NewChoice, NewQuestion } from './new-checklist.js'

const MAX_CHOICES = 100

const YES_NO: readonly Choice[] = [
  { value: 'YES', label: 'Yes', fails: false, points: 1 },
  { value: 'NO', label: 'No', fails: true, points: 0 },
]

/** Checks the choices of a question: a `YES_NO` has the values `YES` and `NO`, a choice question at least two values. */
export function checkChoices(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  { kind, choices: inputs }: NewQuestion,
): readonly Choice[] {
  const at = [...path, 'choices']
  if (kind === 'YES_NO' && !inputs) return YES_NO
  if (kind !== 'YES_NO' && kind !== 'CHOICE' && kind !== 'MULTI_CHOICE') {
    if (inputs?.length) errors.add('INVALID', at, `A question of the kind ${kind} has no choices.`)
    return []
  }
  const choices = (inputs ?? []).map((input, index) => checkChoice(errors, [...at, index], input))
  const values = choices.map(({ value }) => value)
  if (kind === 'YES_NO' && values.toSorted().join() !== 'NO,YES')
    errors.add('INVALID', at, 'The choices must have the values YES and NO.')
  if (values.length < 2) errors.add('REQUIRED', at, 'At least two choices are required.')
  if (values.length > MAX_CHOICES)
    errors.add('TOO_LONG', at, `At most ${MAX_CHOICES} choices are allowed.`)
  values.forEach((value, index) => {
    if (values.indexOf(value) < index)
      errors.add('TAKEN', [...at, index, 'value'], 'Another choice has this value.')
  })
  return choices
}

function checkChoice(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  input: NewChoice,
): Choice {
  const label = errors.text([...path, 'label'], input.label)
  const fails = input.fails ?? false
  return {
    value: errors.optionalText([...path, 'value'], input.value) ?? label,
    label,
    fails,
    points: errors.integer([...path, 'points'], input.points ?? (fails ? 0 : 1), 0, 1000),
  }
}
