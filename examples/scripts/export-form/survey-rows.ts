import { QuestionKind } from '../../client/generated/graphql.js'
import { and, fails, isTicked, isWithin, not, shown } from './expressions.js'
import {
  hasCheckbox,
  listOf,
  nameOf,
  NOT_APPLICABLE,
  plainText,
  type Question,
} from './question.js'

/** A row of the sheet `survey`. */
export interface SurveyRow {
  readonly type: string
  readonly name?: string
  readonly label?: string
  readonly hint?: string
  readonly required?: 'yes'
  readonly relevant?: string | undefined
  readonly constraint?: string
  readonly constraint_message?: string
  readonly appearance?: string
}

/** The rows of a question: its own, and those for “not applicable”, a number outside its bounds, and what a failing answer needs. */
export function rowsOf(
  question: Question,
  questions: ReadonlyMap<string, Question>,
): readonly SurveyRow[] {
  const name = nameOf(question)
  const text = plainText(question.text)
  const relevant = shown(question, questions)
  const checkbox = `${name}_${NOT_APPLICABLE}`
  const own: SurveyRow = {
    name,
    label: text,
    hint: [question.hint, question.unit].flatMap((part) => plainText(part) || []).join('\n'),
    ...(question.required && question.kind !== QuestionKind.Instruction && { required: 'yes' }),
    relevant: hasCheckbox(question) ? and(relevant, not(isTicked(checkbox))) : relevant,
    ...TYPES[question.kind](question),
  }
  const isFailing = fails(question)
  return [
    ...(hasCheckbox(question)
      ? [{ type: 'acknowledge', name: checkbox, label: `Not applicable: ${text}`, relevant }]
      : []),
    ...photographs(question, own),
    ...(isWithin(question, '.') === undefined
      ? []
      : [
          {
            type: 'acknowledge',
            name: confirmationOf(name),
            label: `The number is correct: ${text}`,
            relevant: isFailing,
          },
        ]),
    ...(isFailing !== undefined && question.requireNoteWhenFailing
      ? [followUp('text', `${name}_note`, `Note: ${text}`, isFailing)]
      : []),
    ...(isFailing !== undefined && question.requirePhotoWhenFailing
      ? [followUp('image', `${name}_photo`, `Photograph: ${text}`, isFailing)]
      : []),
  ]
}

const followUp = (type: string, name: string, label: string, relevant: string): SurveyRow => ({
  ...{ type, name, label, relevant },
  required: 'yes',
})

/** The checkbox that keeps a number outside its bounds. */
const confirmationOf = (name: string) => `${name}_confirmed`

/** What the kind of a question decides. */
type OfType = Pick<SurveyRow, 'type' | 'constraint' | 'constraint_message' | 'appearance'>

const TYPES: Readonly<Record<`${QuestionKind}`, (question: Question) => OfType>> = {
  YES_NO: (question) => ({ type: `select_one ${listOf(question)}` }),
  CHOICE: (question) => ({ type: `select_one ${listOf(question)}` }),
  MULTI_CHOICE: (question) => ({
    type: `select_multiple ${listOf(question)}`,
    ...onlyNotApplicable(question),
  }),
  NUMBER: (question) => ({ type: 'decimal', ...boundsOf(question) }),
  TEXT: () => ({ type: 'text', appearance: 'multiline' }),
  DATE: () => ({ type: 'date' }),
  PHOTO: () => ({ type: 'image' }),
  INSTRUCTION: () => ({ type: 'note' }),
}

const onlyNotApplicable = ({ allowNotApplicable }: Question) =>
  allowNotApplicable && {
    constraint: `not(selected(., '${NOT_APPLICABLE}') and count-selected(.) > 1)`,
    constraint_message: 'If the question is not applicable, it has no other answer.',
  }

/**
 * A form refuses a value that does not satisfy its constraint. But a number outside its bounds is a valid answer, which fails:
 * so the checkbox after it, which is shown then, lifts the constraint.
 */
function boundsOf(question: Question) {
  const within = isWithin(question, '.')
  if (within === undefined) return {}
  const { minimum, maximum, unit } = question
  const limits = [
    ...(minimum == null ? [] : [`at least ${minimum}`]),
    ...(maximum == null ? [] : [`at most ${maximum}`]),
  ]
  const expected = `Expected: ${limits.join(', ')}${unit == null ? '' : ` ${plainText(unit)}`}.`
  return {
    constraint: `(${within}) or ${isTicked(confirmationOf(nameOf(question)))}`,
    constraint_message: `${expected} Correct the number, or confirm it below: then the answer fails.`,
  }
}

/** A question has one image; a `PHOTO` has a row for each photograph that it needs. */
function photographs({ minimumCount }: Question, row: SurveyRow): SurveyRow[] {
  const { name = '', label = '' } = row
  const count = minimumCount ?? 1
  if (count === 1) return [row]
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    name: index === 0 ? name : `${name}_${index + 1}`,
    label: `${label} (${index + 1} of ${count})`,
  }))
}
