import { type ReactNode, useId } from 'react'

interface Props {
  readonly label: string
  /** Its path in the mutation's input, joined with dots. */
  readonly name: string
  readonly value: string | number | null
  readonly error: string | undefined
  readonly type?: 'text' | 'number'
  /** The options of a select; without them, the field is an input. */
  readonly children?: ReactNode
}

/** An input with its label, and the error that the service reported for it. */
export function Field({ label, name, value, error, type = 'text', children }: Props) {
  const id = useId()
  const attributes = {
    id,
    name,
    defaultValue: value ?? '',
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children ? (
        <select {...attributes}>{children}</select>
      ) : (
        <input {...attributes} type={type} />
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
