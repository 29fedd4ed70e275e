import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { ConflictChoice, Field } from '../../../parts/field.js'
import { WHOLE_FORM } from '../../../parts/form-errors.js'
import { adviceFor, type Merge } from '../../../parts/merge.js'
import { NumberField } from '../../../parts/number-field.js'
import { Preview } from './preview.js'
import { type EditorProps, SectionList } from './section-list.js'

interface Props extends EditorProps {
  readonly label: string
  readonly isBusy: boolean
  /** What another user has saved meanwhile. */
  readonly merge: Merge
  /** The values of another user, as texts for people. */
  readonly theirs: Readonly<Record<string, string>>
  readonly onChoose: (field: string, choice: 'mine' | 'theirs') => void
  readonly onSubmit: () => Promise<void>
  /** The link that leaves the editor. */
  readonly children: ReactNode
}

/** The form of a checklist, beside its questions as the inspector is asked them. */
export function ChecklistEditor(props: Props) {
  const { draft, errors, label, isBusy, merge, theirs, onChange, onChoose, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], .conflict button')?.focus()
  }, [errors])
  const conflictOf = (field: string) =>
    merge.conflicts[field] === undefined
      ? undefined
      : {
          theirs: theirs[field] ?? '',
          onChoose: (choice: 'mine' | 'theirs') => {
            onChoose(field, choice)
          },
        }
  const ofSections = conflictOf('sections')
  return (
    <div className="editor">
      <form
        ref={form}
        className="form"
        noValidate
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {errors.size > 0 && (
          <p className="error" role="alert">
            {errors.get(WHOLE_FORM) ?? 'Please correct the marked fields.'} {adviceFor(merge)}
          </p>
        )}
        <div className="panel row">
          <Field
            label="Name"
            name="name"
            value={draft.name}
            error={errors.get('name')}
            isTheirs={'name' in merge.taken}
            conflict={conflictOf('name')}
            onChange={(name) => {
              onChange((now) => ({ ...now, name }))
            }}
          />
          <NumberField
            label="Score that passes, 0 to 100"
            name="passPercentage"
            value={draft.passPercentage}
            error={errors.get('passPercentage')}
            isTheirs={'passPercentage' in merge.taken}
            conflict={conflictOf('passPercentage')}
            onChange={(passPercentage) => {
              onChange((now) => ({ ...now, passPercentage }))
            }}
          />
        </div>
        {ofSections && <ConflictChoice label="Questions" {...ofSections} />}
        {'sections' in merge.taken && (
          <p className="muted">Another user has changed the questions.</p>
        )}
        <SectionList {...props} />
        <div className="actions">
          <button className="primary" disabled={isBusy}>
            {label}
          </button>
          {props.children}
        </div>
      </form>
      <Preview sections={draft.sections} />
    </div>
  )
}
