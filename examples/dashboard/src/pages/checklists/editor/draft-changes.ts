import type { Choice, Condition, Question } from '../questions.js'
import { type Draft, questionsIn, type SectionDraft, valueOf } from './draft.js'

/* Each function returns a changed copy of the draft. */

export const changeSection = (draft: Draft, key: string, change: Partial<SectionDraft>): Draft =>
  inSections(draft, (section) => (section.key === key ? { ...section, ...change } : section))

export const removeSection = (draft: Draft, key: string): Draft => ({
  ...draft,
  sections: draft.sections.filter((section) => section.key !== key),
})

/** Moves a section up (-1) or down (1). */
export function moveSection(draft: Draft, key: string, step: number): Draft {
  const from = draft.sections.findIndex((section) => section.key === key)
  return { ...draft, sections: moved(draft.sections, from, from + step) }
}

/** Adds a question before the question at the index; without an index, at the end of the section. */
export const insertQuestion = (draft: Draft, key: string, question: Question, index = Infinity) =>
  inSections(draft, (section) =>
    section.key === key
      ? { ...section, questions: section.questions.toSpliced(index, 0, question) }
      : section,
  )

/** Changes a question. If a choice that is not saved yet gets another label, conditions refer to the new one. */
export function changeQuestion(draft: Draft, changed: Question): Draft {
  const before = questionsIn(draft.sections).find((each) => each.questionId === changed.questionId)
  const renamed = before ? renamedValues(before.choices, changed.choices) : new Map()
  return inQuestions(draft, (question) => {
    const { questionId, showIf } = question
    if (questionId === changed.questionId) return changed
    if (!showIf || renamed.size === 0) return question
    const rename = (condition: Condition) => renameIn(condition, changed.questionId, renamed)
    return {
      ...question,
      showIf: {
        allOf: showIf.allOf?.map(rename) ?? null,
        anyOf: showIf.anyOf?.map(rename) ?? null,
      },
    }
  })
}

export const removeQuestion = (draft: Draft, questionId: string): Draft =>
  inSections(draft, (section) => ({
    ...section,
    questions: section.questions.filter((question) => question.questionId !== questionId),
  }))

/** Moves a question up (-1) or down (1): at the edge of a section, into the section beside it. */
export function moveQuestion(draft: Draft, questionId: string, step: number): Draft {
  const { sections } = draft
  const at = sections.findIndex(({ questions }) => questions.some((each) => is(each, questionId)))
  const section = sections[at]
  const from = section?.questions.findIndex((each) => is(each, questionId)) ?? -1
  const question = section?.questions[from]
  if (!section || !question) return draft
  const to = from + step
  if (to >= 0 && to < section.questions.length)
    return changeSection(draft, section.key, { questions: moved(section.questions, from, to) })
  const beside = sections[at + step]
  if (!beside) return draft
  const questions = step < 0 ? [...beside.questions, question] : [question, ...beside.questions]
  return changeSection(removeQuestion(draft, questionId), beside.key, { questions })
}

const is = (question: Question, questionId: string) => question.questionId === questionId

function inSections(draft: Draft, change: (section: SectionDraft) => SectionDraft): Draft {
  return { ...draft, sections: draft.sections.map(change) }
}

const inQuestions = (draft: Draft, change: (question: Question) => Question): Draft =>
  inSections(draft, (section) => ({ ...section, questions: section.questions.map(change) }))

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The values of choices that have a new value because of their new label, by the value before. */
function renamedValues(before: readonly Choice[], after: readonly Choice[]) {
  if (before.length !== after.length) return new Map<string, string>()
  const values = before.map(valueOf)
  const entries = after.flatMap((choice, index) => {
    const [old, value] = [values[index] ?? '', valueOf(choice)]
    // Two choices may have the same label while it is typed.
    const isUnique = values.filter((each) => each === old).length === 1
    return old !== value && isUnique ? [[old, value] as const] : []
  })
  return new Map(entries)
}

function renameIn(condition: Condition, questionId: string, renamed: ReadonlyMap<string, string>) {
  if (condition.questionId !== questionId) return condition
  const rename = (values: readonly string[] | null) =>
    values?.map((value) => renamed.get(value) ?? value) ?? null
  return {
    ...condition,
    isOneOf: rename(condition.isOneOf),
    isNotOneOf: rename(condition.isNotOneOf),
  }
}
