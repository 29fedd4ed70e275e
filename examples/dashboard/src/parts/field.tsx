import { type ChangeEvent, type ReactNode, useId } from 'react'

/** The value of this field that another user has saved, while it was edited here too. */
export interface Conflict {
  /** Their value, as text for people. */
  readonly theirs: string
  readonly onChoose: (choice: 'mine' | 'theirs') => void
}

interface Props {
  readonly label: string
  /** Its path in the mutation's input, joined with dots. */
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /** Whether the field has now the value that another user has saved. */
  readonly isTheirs?: boolean
  readonly conflict?: Conflict | undefined
  /** `lines`: a text of several lines; `code`: one for a program. */
  readonly type?: 'text' | 'number' | 'date' | 'datetime-local' | 'lines' | 'code'
  /** Without it, the form reads the value when it is sent. */
  readonly onChange?: (value: string) => void
  /** The options of a select; without them, the field is an input. */
  readonly children?: ReactNode
}

/** An input with its label, the error that the service reported for it, and what another user has saved meanwhile. */
export function Field(props: Props) {
  const { label, name, value, error, isTheirs, conflict, type = 'text', onChange, children } = props
  const id = useId()
  const attributes = {
    id,
    name,
    ...(onChange ? controlled(value, onChange) : { defaultValue: value }),
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children && <select {...attributes}>{children}</select>}
      {!children && type === 'lines' && <textarea {...attributes} rows={4} />}
      {!children && type === 'code' && (
        <textarea {...attributes} className="code" rows={6} spellCheck={false} />
      )}
      {!children && type !== 'lines' && type !== 'code' && (
        <input {...attributes} type={type} step={type === 'number' ? 'any' : undefined} />
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {isTheirs && <p className="muted">Another user has changed this value.</p>}
      {conflict && <ConflictChoice label={label} {...conflict} />}
    </div>
  )
}

const controlled = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: ({
    target,
  }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
    onChange(target.value)
  },
})

export const ConflictChoice = ({ label, theirs, onChoose }: Conflict & { label: string }) => (
  <div className="conflict" role="group" aria-label={`${label}: two values`}>
    <p>
      Another user has saved: <strong>{theirs}</strong>
    </p>
    <button
      type="button"
      onClick={() => {
        onChoose('mine')
      }}
    >
      Keep mine
    </button>
    <button
      type="button"
      onClick={() => {
        onChoose('theirs')
      }}
    >
      Take theirs
    </button>
  </div>
)
