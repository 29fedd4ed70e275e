import { useState } from 'react'
import { type Conflict, Field } from './field.js'

interface Props {
  readonly label: string
  readonly name: string
  readonly value: number | null
  readonly error: string | undefined
  readonly isTheirs?: boolean
  readonly conflict?: Conflict | undefined
  readonly onChange: (value: number | null) => void
}

const textOf = (value: number | null) => String(value ?? '')

/** An input of a number; null if it is empty. */
export function NumberField({ value, onChange, ...props }: Props) {
  // What the user has typed, such as `1.0`, as long as it means the value.
  const [typed, setTyped] = useState(textOf(value))
  const text = numberOf(typed) === value ? typed : textOf(value)
  return (
    <Field
      {...props}
      type="number"
      value={text}
      onChange={(changed) => {
        setTyped(changed)
        onChange(numberOf(changed))
      }}
    />
  )
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))
