import { labelOf } from '../format.js'
import { changeQuery, type Route } from '../route.js'
import { CustomFieldFilter } from './custom-field-input.js'
import { daysOf, type Filter, listOf } from './filters.js'
import { RecordPicker } from './record-picker.js'
import { SearchInput } from './search-input.js'
import { Select } from './select.js'

/** The input of one filter. It shows the parameter of the address, and changes it. */
export function FilterInput({ filter, route }: { filter: Filter; route: Route }) {
  const { name, label, kind } = filter
  const text = route.query.get(name)
  const set = (value: string) => {
    changeQuery(route, { [name]: value })
  }
  switch (kind) {
    case 'search':
    case 'texts':
    case 'numbers':
      return <SearchInput name={name} label={label} route={route} />
    case 'flag':
      return <Select label={label} value={text ?? ''} values={['yes', 'no']} onChange={set} />
    case 'value':
      return <Select label={label} value={text ?? ''} values={filter.values} onChange={set} />
    case 'values':
      return <Values label={label} values={filter.values} chosen={listOf(text)} onChange={set} />
    case 'records':
      return (
        <RecordPicker
          label={label}
          noun={filter.noun}
          ids={listOf(text)}
          onChange={(ids) => {
            set(ids.join(','))
          }}
        />
      )
    case 'customField':
      return <CustomFieldFilter label={label} text={text ?? ''} onChange={set} />
    case 'days':
      return <Days label={label} days={daysOf(text)} onChange={set} />
  }
}

interface ValuesProps {
  readonly label: string
  readonly values: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (value: string) => void
}

function Values({ label, values, chosen, onChange }: ValuesProps) {
  const toggle = (value: string, isChosen: boolean) => {
    onChange(values.filter((each) => (each === value ? isChosen : chosen.includes(each))).join(','))
  }
  return (
    <fieldset className="values-filter">
      <legend>{label}</legend>
      {values.map((value) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              toggle(value, target.checked)
            }}
          />
          {labelOf(value)}
        </label>
      ))}
    </fieldset>
  )
}

interface DaysProps {
  readonly label: string
  readonly days: readonly [from: string, to: string]
  readonly onChange: (value: string) => void
}

function Days({ label, days: [from, to], onChange }: DaysProps) {
  const set = (first: string, last: string) => {
    onChange(first || last ? `${first}..${last}` : '')
  }
  return (
    <fieldset className="days">
      <legend>{label}</legend>
      <label>
        From
        <input
          type="date"
          value={from}
          onChange={({ target }) => {
            set(target.value, to)
          }}
        />
      </label>
      <label>
        To
        <input
          type="date"
          value={to}
          onChange={({ target }) => {
            set(from, target.value)
          }}
        />
      </label>
    </fieldset>
  )
}
