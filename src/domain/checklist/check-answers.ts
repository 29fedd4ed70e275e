import type { ValidationErrors } from '../validation-errors.js'
import type { LockedUpload } from '../document/uploads.js'
import { checkAnswerValue } from './answer-value.js'
import { checkPhotos, type PhotosOf } from './answer-photos.js'
import {
  type Answer,
  type Answers,
  givenBy,
  isShown,
  judge,
  type NewAnswer,
  scoreOf,
} from './checklist-answers.js'
import { type Question, questionsOf, type Section } from './checklist-content.js'

/** The answers of an inspection, and what follows from them. */
export interface CheckedAnswers {
  readonly answers: Answers
  /** The ids of questions that were answered although they are hidden. */
  readonly ignored: readonly string[]
  readonly score: number | null
  /** Whether an answer to a critical question fails. */
  readonly criticalFails: boolean
  /** The photographs of answers, by the id of their question. */
  readonly photos: ReadonlyMap<string, readonly LockedUpload[]>
}

interface Options {
  /** Whether the questions must be answered in their order. */
  readonly inOrder: boolean
  readonly now: Date
  /** Finds the photographs of an answer. */
  readonly photosOf: PhotosOf
}

/**
 * Checks the answers to a version of a checklist. A question is shown or hidden by the answers before it. Answers to hidden
 * questions are left out, so that a device whose answers wait to be sent is not stopped by them.
 */
export function checkAnswers(
  errors: ValidationErrors,
  sections: readonly Section[],
  inputs: readonly NewAnswer[],
  { inOrder, now, photosOf }: Options,
): CheckedAnswers {
  const questions = questionsOf(sections)
  const inputsByQuestion = givenAnswers(errors, questions, inputs)
  const answers = new Map<string, Answer>()
  const givenFor = new Map<string, readonly string[]>()
  const ignored: string[] = []
  const photos = new Map<string, readonly LockedUpload[]>()
  const judged: (Answer & { readonly weight: number })[] = []
  let criticalFails = false
  let last = ''
  for (const question of questions) {
    const { questionId, kind, text, required, weight } = question
    const found = inputsByQuestion.get(questionId)
    if (kind === 'INSTRUCTION') continue
    if (!isShown(question.showIf, givenFor)) {
      if (found) ignored.push(questionId)
      continue
    }
    const path = found ? ['answers', found.index] : ['answers']
    const answer = checkAnswer(errors, path, question, found?.input, now)
    const isMissing = answer.value === null && answer.values === null && !answer.notApplicable
    const own = found ? photosOf(errors, path, found.input) : []
    checkPhotos(errors, found ? [...path, 'photoIds'] : path, question, answer, own)
    photos.set(questionId, own)
    givenFor.set(questionId, givenBy(question, answer, own))
    if (required && isMissing && kind !== 'PHOTO') {
      const message = `An answer to “${text}” is required.`
      errors.add('REQUIRED', found ? [...path, 'value'] : path, message)
    }
    if (found && inOrder) {
      const { answeredAt } = answer
      if (answeredAt === null)
        errors.add('REQUIRED', [...path, 'answeredAt'], 'The checklist is answered in order.')
      else if (answeredAt < last)
        errors.add('INVALID', [...path, 'answeredAt'], 'An earlier question was answered later.')
      else last = answeredAt
    }
    if (found) answers.set(questionId, answer)
    if (!answer.notApplicable) judged.push({ ...answer, weight })
    criticalFails ||= question.critical && answer.fails
  }
  return { answers, ignored, score: scoreOf(judged), criticalFails, photos }
}

/** The answers by question. Rejects those to unknown questions, and a second one to the same question. */
function givenAnswers(
  errors: ValidationErrors,
  questions: readonly Question[],
  inputs: readonly NewAnswer[],
) {
  const known = new Map(questions.map((question) => [question.questionId, question]))
  const given = new Map<string, { readonly input: NewAnswer; readonly index: number }>()
  inputs.forEach((input, index) => {
    const path = ['answers', index, 'questionId']
    const questionId = input.questionId.toLowerCase()
    const question = known.get(questionId)
    if (!question) errors.add('NOT_FOUND', path, 'The checklist has no such question.')
    else if (question.kind === 'INSTRUCTION')
      errors.add('INVALID', path, 'An instruction has no answer.')
    else if (given.has(questionId))
      errors.add('TAKEN', path, 'This question has another answer already.')
    else given.set(questionId, { input, index })
  })
  return given
}

function checkAnswer(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  question: Question,
  input: NewAnswer | undefined,
  now: Date,
): Answer {
  const notApplicable = input?.notApplicable ?? false
  const given = input ? checkAnswerValue(errors, path, question, input) : []
  if (notApplicable && !question.allowNotApplicable)
    errors.add('INVALID', [...path, 'notApplicable'], 'This question is always applicable.')
  const isMultiple = question.kind === 'MULTI_CHOICE'
  if (notApplicable && given.length > 0) {
    const field = isMultiple ? 'values' : 'value'
    errors.add('INVALID', [...path, field], 'An answer that is not applicable has no value.')
  }
  const answer = {
    value: isMultiple ? null : (given[0] ?? null),
    values: isMultiple && input?.values && !notApplicable ? given : null,
    notApplicable,
    note: errors.optionalLines([...path, 'note'], input?.note, 10_000) ?? null,
    answeredAt: checkAnsweredAt(errors, [...path, 'answeredAt'], input?.answeredAt ?? null, now),
    ...judge(question, notApplicable ? [] : given),
  }
  if (answer.fails && question.requireNoteWhenFailing && answer.note === null)
    errors.add('REQUIRED', [...path, 'note'], 'A failing answer needs a note.')
  return answer
}

function checkAnsweredAt(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  answeredAt: Date | null,
  now: Date,
): string | null {
  if (!answeredAt || !errors.instant(path, answeredAt)) return null
  if (answeredAt > now) errors.add('OUT_OF_RANGE', path, 'The time must not be in the future.')
  return answeredAt.toISOString()
}
