import {
  type ExportConditionFragment,
  type FormChecklistsQuery,
  QuestionKind,
} from '../../client/generated/graphql.js'

export type Checklist = FormChecklistsQuery['checklists']['nodes'][number]
export type Question = Checklist['sections'][number]['questions'][number]
export type Condition = ExportConditionFragment

/** The name of a question in the form. Kept in all versions, as the id is. */
export const nameOf = ({ questionId }: Pick<Question, 'questionId'>): string =>
  `q_${questionId.replaceAll('-', '_')}`

/** The choice, and the name of the row, that says that a question is not applicable. */
export const NOT_APPLICABLE = 'not_applicable'

/** A select question has “not applicable” among its choices, other questions have a checkbox before them. */
export const hasCheckbox = (question: Question): boolean =>
  question.allowNotApplicable &&
  question.choices.length === 0 &&
  question.kind !== QuestionKind.Instruction

/** A text of a user. In a text of a form, `${name}` would be the answer to a question. */
export const plainText = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('${', '$ {')

/** The name of the list with the choices of a question. Questions with the usual “Yes” and “No” share one. */
export function listOf(question: Question): string {
  const { kind, choices, allowNotApplicable } = question
  const texts = choices.map(({ value, label }) => `${value} ${label}`).join()
  if (kind !== QuestionKind.YesNo || texts !== 'YES Yes,NO No') return nameOf(question)
  return allowNotApplicable ? 'yes_no_not_applicable' : 'yes_no'
}

/** The choices of a question: the name and the label of each. */
export function choicesOf(question: Question): (readonly [name: string, label: string])[] {
  const names = choiceNames(question)
  const choices = question.choices.map(
    ({ value, label }) => [names.get(value) ?? '', plainText(label)] as const,
  )
  return question.allowNotApplicable ? [...choices, [NOT_APPLICABLE, 'Not applicable']] : choices
}

/**
 * The names of the choices, by their values. A name has no white space, because the names of several choices are separated by
 * it, and no quotation marks, because expressions contain it.
 */
export function choiceNames({ choices, allowNotApplicable }: Question): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(allowNotApplicable ? [NOT_APPLICABLE] : [])
  for (const { value } of choices) {
    const base = value.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_')
    let name = base
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
    taken.add(name)
    names.set(value, name)
  }
  return names
}
