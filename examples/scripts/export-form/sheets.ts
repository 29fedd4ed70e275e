import type { Rows } from '../export/write-xlsx.js'
import { type Checklist, choicesOf, listOf, plainText } from './question.js'
import { rowsOf, type SurveyRow } from './survey-rows.js'

const SURVEY = [
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'constraint_message',
  'appearance',
] as const satisfies readonly (keyof SurveyRow)[]

/** The sheets of the form (https://xlsform.org/en/). */
export function sheetsOf(checklist: Checklist): Readonly<Record<string, Rows>> {
  const { id, name, version, sections } = checklist
  const questions = sections.flatMap((section) => section.questions)
  const byId = new Map(questions.map((question) => [question.questionId, question]))
  const survey = sections.flatMap((section, index): SurveyRow[] => [
    {
      type: 'begin_group',
      name: `section_${index + 1}`,
      label: plainText(section.name),
      appearance: 'field-list',
    },
    ...section.questions.flatMap((question) => rowsOf(question, byId)),
    { type: 'end_group' },
  ])
  const lists = new Map(
    questions
      .filter(({ choices }) => choices.length > 0)
      .map((question) => [listOf(question), choicesOf(question)] as const),
  )
  return {
    survey: [SURVEY, ...survey.map((row) => SURVEY.map((column) => row[column] || null))],
    choices: [
      ['list_name', 'name', 'label'],
      ...[...lists].flatMap(([list, choices]) =>
        choices.map(([choice, label]) => [list, choice, label]),
      ),
    ],
    settings: [
      ['form_title', 'form_id', 'version'],
      [plainText(name), `checklist_${id.replaceAll('-', '_')}`, String(version)],
    ],
  }
}
