import { type ComponentProps, useState } from 'react'
import { RecordPicker } from './record-picker.js'

interface Props extends Omit<ComponentProps<typeof RecordPicker>, 'ids' | 'onChange'> {
  /** The ids when the form opens. */
  readonly chosen?: readonly string[]
  readonly name: string
}

/** A `RecordPicker` of a form, which reads the ids by the name when it is sent; without a record, an empty text. */
export function RecordField({ chosen = [], name, ...props }: Props) {
  const [ids, setIds] = useState(chosen)
  return (
    <>
      <RecordPicker {...props} ids={ids} onChange={setIds} />
      {(ids.length > 0 ? ids : ['']).map((id) => (
        <input key={id} type="hidden" name={name} value={id} />
      ))}
    </>
  )
}
