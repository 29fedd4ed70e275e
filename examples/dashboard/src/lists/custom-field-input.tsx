import { skipToken, useQuery } from '@apollo/client/react'
import { useId, useState } from 'react'
import { graphql } from '../../generated/index.js'
import { type CustomFieldText, readCustomField, writeCustomField } from './custom-field-text.js'

const CUSTOM_FIELDS = graphql(`
  query CustomFields {
    assetTypes(first: 100, orderBy: [{ field: NAME }]) {
      nodes {
        id
        name
        customFields {
          fieldId
          label
          kind
        }
      }
    }
  }
`)

const OPERATORS = { contains: 'contains', equals: 'is', between: 'is between' } as const

interface Props {
  readonly label: string
  /** The parameter of the address. */
  readonly text: string
  readonly onChange: (text: string) => void
}

/** A filter by the value of a custom field: the field, an operator, and a value or the ends of a range. */
export function CustomFieldFilter({ label, text, onChange }: Props) {
  const id = useId()
  const [isUsed, setUsed] = useState(text !== '')
  const { data } = useQuery(CUSTOM_FIELDS, isUsed ? {} : skipToken)
  const chosen = readCustomField(text)
  const { fieldId, operator, values } = chosen
  const types = data?.assetTypes.nodes ?? []
  const kind = types
    .flatMap(({ customFields }) => customFields)
    .find((each) => each.fieldId === fieldId)?.kind
  const set = (change: Partial<CustomFieldText>) => {
    onChange(writeCustomField({ ...chosen, ...change }))
  }
  const ends = operator === 'between' ? ['From', 'To'] : ['Value']
  return (
    <fieldset className="days">
      <legend>{label}</legend>
      <label htmlFor={`${id}-field`}>
        Field
        <select
          id={`${id}-field`}
          value={fieldId}
          onFocus={() => {
            setUsed(true)
          }}
          onChange={({ target }) => {
            set({ fieldId: target.value, operator: 'contains', values: [] })
          }}
        >
          <option value="">Any</option>
          {types.map((type) => (
            <optgroup key={type.id} label={type.name}>
              {type.customFields.map((each) => (
                <option key={each.fieldId} value={each.fieldId}>
                  {each.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {fieldId && (
        <label htmlFor={`${id}-operator`}>
          Condition
          <select
            id={`${id}-operator`}
            value={operator}
            onChange={({ target }) => {
              const changed = target.value as CustomFieldText['operator']
              const isOneValue = ![operator, changed].includes('between')
              set({ operator: changed, values: isOneValue ? values : [] })
            }}
          >
            {Object.entries(OPERATORS)
              .filter(([name]) => name !== 'between' || kind === 'NUMBER' || kind === 'DATE')
              .map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
          </select>
        </label>
      )}
      {fieldId &&
        ends.map((end, index) => (
          <label key={`${fieldId} ${operator} ${end}`} htmlFor={`${id}-${end}`}>
            {end}
            <input
              id={`${id}-${end}`}
              type={kind === 'DATE' ? 'date' : 'text'}
              defaultValue={values[index] ?? ''}
              // One request when the user leaves the input, not one for each letter.
              onBlur={({ target }) => {
                const changed = ends.map((_, at) =>
                  at === index ? target.value : (values[at] ?? ''),
                )
                set({ values: changed })
              }}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') currentTarget.blur()
              }}
            />
          </label>
        ))}
    </fieldset>
  )
}
