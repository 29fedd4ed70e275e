import { useId } from 'react'
import { labelOf } from '../format.js'

interface Props {
  readonly label: string
  /** Empty if none is chosen. */
  readonly value: string
  readonly values: readonly string[]
  /** The texts of values whose text is not their name. */
  readonly texts?: Readonly<Record<string, string>>
  /** Whether a value must be chosen. */
  readonly isRequired?: boolean
  readonly onChange: (value: string) => void
}

export function Select({ label, value, values, texts = {}, isRequired, onChange }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
        }}
      >
        {!isRequired && <option value="">All</option>}
        {values.map((each) => (
          <option key={each} value={each}>
            {texts[each] ?? labelOf(each)}
          </option>
        ))}
      </select>
    </div>
  )
}
