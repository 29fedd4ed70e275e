import type { CustomFieldKind } from '../../../generated/graphql.js'
import { formatDay } from '../../format.js'
import { Field } from '../../parts/field.js'

interface CustomField {
  readonly label: string
  readonly kind: CustomFieldKind
  readonly unit: string | null
  readonly required: boolean
  readonly default: string
  readonly options: readonly string[]
}

interface Props {
  readonly field: CustomField
  readonly name: string
  readonly error: string | undefined
}

const INPUTS = { NUMBER: 'number', DATE: 'date' } as const

/** The input for a custom field by its kind. It proposes the default of the field, which is stored only if it stays. */
export function CustomFieldInput({ field, name, error }: Props) {
  const { label, kind, unit, required, default: value, options } = field
  const withUnit = unit ? `${label} (${unit})` : label
  const choices = kind === 'BOOLEAN' ? ['true', 'false'] : options
  return (
    <Field
      label={required ? `${withUnit} (required)` : withUnit}
      {...{ name, value, error }}
      type={kind === 'NUMBER' || kind === 'DATE' ? INPUTS[kind] : 'text'}
    >
      {choices.length > 0 &&
        ['', ...choices].map((choice) => (
          <option key={choice} value={choice}>
            {kind === 'BOOLEAN' && choice ? yesOrNo(choice) : choice}
          </option>
        ))}
    </Field>
  )
}

/** The value of a custom field as people read it. */
export function customFieldText({
  kind,
  unit,
  value,
}: Pick<CustomField, 'kind' | 'unit'> & { readonly value: string }): string {
  if (kind === 'BOOLEAN') return yesOrNo(value)
  if (kind === 'DATE') return formatDay(value)
  return unit ? `${value} ${unit}` : value
}

const yesOrNo = (value: string) => (value === 'true' ? 'Yes' : 'No')
