import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormErrors } from '../../../parts/form-errors.js'
import { type Draft, newQuestion, newSection, questionsIn, type SectionDraft } from './draft.js'
import { changeSection, insertQuestion, moveSection, removeSection } from './draft-changes.js'
import { errorsOf } from './place-errors.js'
import { QuestionCards } from './question-cards.js'
import { SectionFields } from './section-fields.js'

export interface EditorProps {
  readonly draft: Draft
  /** The ids of the questions that the saved checklist has. */
  readonly savedIds: ReadonlySet<string>
  readonly errors: FormErrors
  readonly onChange: (change: (draft: Draft) => Draft) => void
}

/** The sections of a checklist with their questions, which can be changed, moved, added and removed. */
export function SectionList(props: EditorProps) {
  const { draft, errors, onChange } = props
  const { sections } = draft
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())

  const add = (key: string) => {
    const question = newQuestion()
    const { questionId } = question
    flushSync(() => {
      onChange((now) => insertQuestion(now, key, question))
      setOpenIds(new Set([...openIds, questionId]))
    })
    document.getElementById(`${questionId}-fields`)?.querySelector('input')?.focus()
  }
  const fieldsOf = (section: SectionDraft, at: number) => (
    <SectionFields
      key={section.key}
      section={section}
      number={at + 1}
      errors={errorsOf(errors, section.key)}
      canMove={(step) => sections[at + step] !== undefined}
      onMove={(step) => {
        onChange((now) => moveSection(now, section.key, step))
      }}
      onRemove={() => {
        onChange((now) => removeSection(now, section.key))
      }}
      onRename={(name) => {
        onChange((now) => changeSection(now, section.key, { name }))
      }}
      onAdd={() => {
        add(section.key)
      }}
    >
      <QuestionCards {...props} {...{ section, openIds }} onOpen={setOpenIds} />
    </SectionFields>
  )
  return (
    <>
      {sections.map(fieldsOf)}
      <div>
        <button
          type="button"
          onClick={() => {
            onChange((now) => ({ ...now, sections: [...now.sections, newSection()] }))
          }}
        >
          Add a section
        </button>
      </div>
      {questionsIn(sections).length === 0 && (
        <p className="empty">A checklist without questions asks for an outcome alone.</p>
      )}
    </>
  )
}
