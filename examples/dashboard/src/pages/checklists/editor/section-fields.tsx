import type { ReactNode } from 'react'
import { Field } from '../../../parts/field.js'
import type { FormErrors } from '../../../parts/form-errors.js'
import type { SectionDraft } from './draft.js'
import { MoveButtons } from './move-buttons.js'

interface Props {
  readonly section: SectionDraft
  /** Its number, from 1. */
  readonly number: number
  readonly errors: FormErrors
  readonly canMove: (step: number) => boolean
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
  readonly onRename: (name: string) => void
  readonly onAdd: () => void
  /** The questions of the section. */
  readonly children: ReactNode
}

/** A section of the editor: its name, its questions, and a button for one more. */
export function SectionFields(props: Props) {
  const { section, number, errors, canMove, onMove, onRemove, onRename, onAdd, children } = props
  return (
    <section className="panel section-card" aria-label={`Section ${number}`}>
      <div className="section-head">
        <Field
          label={`Name of section ${number}`}
          name={`sections.${number - 1}.name`}
          value={section.name}
          error={errors.get('name')}
          onChange={onRename}
        />
        <MoveButtons
          id={section.key}
          name={`Section ${number}`}
          {...{ canMove, onMove, onRemove }}
        />
      </div>
      {children}
      <button type="button" id={`${section.key}-add`} onClick={onAdd}>
        Add a question
      </button>
    </section>
  )
}
