import { stripTypename } from '@apollo/client/utilities'
import { v4 } from 'uuid'
import type { ChecklistContentFragment, QuestionKind } from '../../../../generated/graphql.js'
import { type Choice, hasChoices, type Question, type Section } from '../questions.js'

/** A checklist while it is edited. */
export interface Draft {
  readonly name: string
  readonly passPercentage: number | null
  readonly sections: readonly SectionDraft[]
}

export interface SectionDraft extends Section {
  /** Stays the same when the section is moved. */
  readonly key: string
}

// Not crypto.randomUUID, which a page without HTTPS does not have.
const newKey = v4

export const newSection = (): SectionDraft => ({ key: newKey(), name: '', questions: [] })

/** The new choices have an empty value: the service takes the label. */
export const newChoice = (): Choice => ({ value: '', label: '', fails: false, points: 1 })

/** A question has its id before it is saved, so that conditions can refer to it. */
export const newQuestion = (): Question =>
  withKind(
    {
      questionId: newKey(),
      kind: 'YES_NO',
      text: '',
      hint: null,
      required: true,
      weight: 1,
      critical: false,
      allowNotApplicable: false,
      requireNoteWhenFailing: false,
      requirePhotoWhenFailing: false,
      opensFinding: null,
      unit: null,
      minimum: null,
      maximum: null,
      minimumCount: null,
      choices: [],
      showIf: null,
    },
    'YES_NO',
  )

const YES_NO: Choice[] = [
  { value: 'YES', label: 'Yes', fails: false, points: 1 },
  { value: 'NO', label: 'No', fails: true, points: 0 },
]

/** The question with another kind, without what only its kind before has. */
export function withKind(question: Question, kind: QuestionKind): Question {
  const keepsChoices = hasChoices(kind) && kind !== 'YES_NO' && question.kind !== 'YES_NO'
  const first = kind === 'YES_NO' ? YES_NO : hasChoices(kind) ? [newChoice(), newChoice()] : []
  return {
    ...question,
    kind,
    choices: keepsChoices && question.choices.length > 0 ? question.choices : first,
    unit: null,
    minimum: null,
    maximum: null,
    minimumCount: null,
    required: question.required && kind !== 'INSTRUCTION',
  }
}

export const newDraft = (): Draft => ({ name: '', passPercentage: 100, sections: [newSection()] })

export function draftOf(checklist: ChecklistContentFragment): Draft {
  const { name, passPercentage, sections } = stripTypename(checklist)
  return {
    name,
    passPercentage,
    sections: sections.map((section) => ({ key: newKey(), ...section })),
  }
}

/** The questions of a draft as the mutations expect them. */
export const inputOf = ({ name, passPercentage, sections }: Draft) => ({
  name: name.trim(),
  passPercentage,
  sections: sections.map((section) => ({
    name: section.name.trim(),
    questions: section.questions.map(({ choices, ...question }) => ({
      ...question,
      choices: choices.map(({ value, ...choice }) => ({ ...choice, value: value || null })),
    })),
  })),
})

export const questionsIn = (sections: readonly Section[]): readonly Question[] =>
  sections.flatMap(({ questions }) => questions)

/** The value that answers with this choice will have. */
export const valueOf = ({ value, label }: Choice): string => value || label.trim()
