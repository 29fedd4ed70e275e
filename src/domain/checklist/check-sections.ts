import { validate as isUuid, v7 as newUuid } from 'uuid'
import { canonicalValue } from '../asset-type/custom-field-kind.js'
import { riskLevelOf } from '../risk/risk.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkChoices } from './check-choices.js'
import { checkShowIf } from './check-show-if.js'
import { type Question, questionsOf, type Section } from './checklist-content.js'
import type { NewQuestion, NewSection } from './new-checklist.js'

const MAX_SECTIONS = 50
const MAX_QUESTIONS = 500

/**
 * Checks the sections of a checklist. The ids of questions must be unique in it, and a question that the sections of an earlier version
 * have must be of the same kind as there, so that its answers can be compared.
 */
export function checkSections(
  errors: ValidationErrors,
  inputs: readonly NewSection[],
  earlier: readonly Section[] = [],
): readonly Section[] {
  const count = inputs.reduce((sum, { questions }) => sum + questions.length, 0)
  if (inputs.length > MAX_SECTIONS)
    errors.add('TOO_LONG', 'sections', `At most ${MAX_SECTIONS} sections are allowed.`)
  if (count > MAX_QUESTIONS) {
    errors.add('TOO_LONG', 'sections', `At most ${MAX_QUESTIONS} questions are allowed.`)
    return []
  }
  const kinds = new Map(questionsOf(earlier).map(({ questionId, kind }) => [questionId, kind]))
  const before = new Map<string, Question>()
  return inputs.map(({ name, questions }, at) => ({
    name: errors.text(['sections', at, 'name'], name),
    questions: questions.map((input, index) => {
      const path = ['sections', at, 'questions', index]
      const question = checkQuestion(errors, path, input, before)
      const { questionId, kind } = question
      const earlierKind = kinds.get(questionId) ?? kind
      if (before.has(questionId))
        errors.add('TAKEN', [...path, 'questionId'], 'Another question has this id.')
      else if (earlierKind !== kind)
        errors.add('INVALID', [...path, 'kind'], `This question is of the kind ${earlierKind}.`)
      before.set(questionId, question)
      return question
    }),
  }))
}

function checkQuestion(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  input: NewQuestion,
  before: ReadonlyMap<string, Question>,
): Question {
  const at = (name: string) => [...path, name]
  const { kind } = input
  const questionId = input.questionId?.toLowerCase() ?? newUuid()
  if (!isUuid(questionId)) errors.add('INVALID', at('questionId'), 'A UUID is expected.')
  const only = (name: 'unit' | 'minimum' | 'maximum' | 'minimumCount', owner: string) => {
    const isGiven = input[name] !== null && input[name] !== undefined
    if (isGiven && kind !== owner)
      errors.add('INVALID', at(name), `Only a question of the kind ${owner} has this.`)
  }
  only('unit', 'NUMBER')
  only('minimum', 'NUMBER')
  only('maximum', 'NUMBER')
  only('minimumCount', 'PHOTO')
  const minimum = checkBound(errors, at('minimum'), input.minimum ?? null)
  const maximum = checkBound(errors, at('maximum'), input.maximum ?? null)
  if (minimum !== null && maximum !== null && minimum > maximum)
    errors.add('OUT_OF_RANGE', at('maximum'), 'The maximum is less than the minimum.')
  return {
    questionId,
    kind,
    text: errors.text(at('text'), input.text, 1000),
    hint: errors.optionalLines(at('hint'), input.hint, 10_000) ?? null,
    required: input.required ?? false,
    weight: errors.integer(at('weight'), input.weight ?? 1, 0, 1000),
    critical: input.critical ?? false,
    allowNotApplicable: input.allowNotApplicable ?? false,
    requireNoteWhenFailing: input.requireNoteWhenFailing ?? false,
    requirePhotoWhenFailing: input.requirePhotoWhenFailing ?? false,
    opensFinding: riskLevelOf(errors, at('opensFinding'), input.opensFinding) ?? null,
    choices: checkChoices(errors, path, input),
    unit: errors.optionalText(at('unit'), input.unit, 50) ?? null,
    minimum,
    maximum,
    minimumCount: errors.integer(at('minimumCount'), input.minimumCount, 1, 100) ?? null,
    showIf: checkShowIf(errors, at('showIf'), input.showIf, before),
  }
}

/** Rejects a number that has more digits than an answer can have. */
function checkBound(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  value: number | null,
) {
  if (value !== null && canonicalValue('NUMBER', String(value)) === undefined)
    errors.add('OUT_OF_RANGE', path, 'A decimal number of at most 15 digits is expected.')
  return value
}
