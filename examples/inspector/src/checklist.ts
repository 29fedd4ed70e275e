import {
  type Answer,
  changedAnswer,
  shownQuestions,
} from '../../dashboard/src/pages/checklists/answers.js'
import type { Checklist } from './copy.js'
import { h, labelled } from './dom.js'
import { photoField } from './photo-field.js'

type Question = Checklist['sections'][number]['questions'][number]

export const questionsOf = ({ sections }: Checklist) =>
  sections.flatMap(({ questions }) => questions)

/** The questions of a checklist. Those that depend on others appear with their answers. */
export function checklistForm(
  checklist: Checklist,
  answers: Map<string, Answer>,
  keep: (photo: Blob) => string,
): HTMLElement {
  const fields = new Map<string, HTMLElement>()
  const showFields = () => {
    const shown = new Set(shownQuestions(questionsOf(checklist), answers))
    for (const question of questionsOf(checklist)) {
      const field = fields.get(question.questionId)
      if (field) field.hidden = !shown.has(question)
    }
  }
  const change = (question: Question, part: Partial<Answer>) => {
    const { questionId } = question
    answers.set(questionId, changedAnswer(question, answers.get(questionId), part))
    showFields()
  }
  const sections = checklist.sections.map(({ name, questions }) => {
    const own = questions.map((question) => {
      const add = (file: Blob) => {
        const { photoIds = [] } = answers.get(question.questionId) ?? {}
        change(question, { photoIds: [...photoIds, keep(file)] })
      }
      const field = questionField(
        question,
        (part) => {
          change(question, part)
        },
        add,
      )
      fields.set(question.questionId, field)
      return field
    })
    return h('fieldset', {}, h('legend', {}, name), ...own)
  })
  showFields()
  return h('div', {}, ...sections)
}

function questionField(
  question: Question,
  change: (part: Partial<Answer>) => void,
  addPhoto: (file: Blob) => void,
): HTMLElement {
  const { kind, text, hint, required, unit } = question
  const label = `${text}${unit ? ` (${unit})` : ''}${required ? ' *' : ''}`
  const note = h('input', { placeholder: 'Note', ariaLabel: `Note: ${text}` })
  note.oninput = () => {
    change({ note: note.value.trim() })
  }
  const photo = question.requirePhotoWhenFailing || kind === 'PHOTO'
  return h(
    'div',
    { className: 'question' },
    kind === 'INSTRUCTION' || kind === 'PHOTO'
      ? h('p', {}, label)
      : labelled(label, inputOf(question, change)),
    hint ? h('small', {}, hint) : null,
    kind === 'INSTRUCTION' ? null : note,
    photo && photoField(`Photograph: ${text}`, addPhoto),
  )
}

function inputOf(question: Question, change: (part: Partial<Answer>) => void): HTMLElement {
  const { kind, choices, allowNotApplicable, minimum, maximum } = question
  if (choices.length > 0) {
    const multiple = kind === 'MULTI_CHOICE'
    const options = choices.map(({ value, label }) => h('option', { value }, label))
    const select = h('select', { multiple }, ...options)
    if (multiple) select.append(h('option', { value: NONE_OF_THESE }, 'None of these'))
    else select.prepend(h('option', { value: '', selected: true }, 'Choose…'))
    if (allowNotApplicable) select.append(h('option', { value: NOT_APPLICABLE }, 'Not applicable'))
    select.onchange = () => {
      const chosen = [...select.selectedOptions].map(({ value }) => value)
      const values = chosen.filter((each) => choices.some(({ value }) => value === each))
      const notApplicable = chosen.includes(NOT_APPLICABLE)
      const isNone = chosen.includes(NONE_OF_THESE) && values.length === 0
      change({ values: notApplicable ? [] : values, notApplicable, isNone })
    }
    return select
  }
  const types: Readonly<Record<string, string>> = { NUMBER: 'number', DATE: 'date' }
  const input = h('input', { type: types[kind] ?? 'text', step: 'any' })
  if (kind === 'NUMBER') input.placeholder = `${minimum ?? ''} – ${maximum ?? ''}`
  input.oninput = () => {
    const value = input.value.trim()
    change({ values: value === '' ? [] : [value] })
  }
  return input
}

/* No choice of a checklist has these values: they have letters, digits, dots, hyphens and underscores. */
const NOT_APPLICABLE = '—'
const NONE_OF_THESE = '∅'
