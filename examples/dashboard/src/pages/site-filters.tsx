import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { SiteOrderField } from '../../generated/graphql.js'
import { labelOf } from '../format.js'
import { RISKS } from '../risks.js'
import { changeQuery, type Route } from '../route.js'

const TYPING_MS = 250
const ORDERS = {
  NAME: 'Name',
  CITY: 'City',
  CLIENT: 'Client',
  RISK: 'Risk, most critical first',
  FAILING: 'State',
  UPDATED_AT: 'Last change',
} satisfies Partial<Record<SiteOrderField, string>>

export function SiteFilters({ route }: { route: Route }) {
  const { query } = route
  const applied = query.get('search') ?? ''
  const [search, setSearch] = useState(applied)
  // A link or the browser's back button has changed the filter.
  useEffect(() => {
    setSearch((typed) => (typed.trim() === applied ? typed : applied))
  }, [applied])
  const current = useRef(route)
  useEffect(() => {
    current.current = route
  })
  // Sends one request when the user stops typing, not one for each letter.
  useEffect(() => {
    const timer = setTimeout(() => {
      const text = search.trim()
      if (text !== (current.current.query.get('search') ?? ''))
        changeQuery(current.current, { search: text })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [search])

  const set = (name: string) => (value: string) => {
    changeQuery(route, { [name]: value })
  }
  return (
    <search className="filters">
      <label className="wide">
        Search
        <input
          type="search"
          value={search}
          placeholder="Name or client"
          onChange={({ target }) => {
            setSearch(target.value)
          }}
        />
      </label>
      <Select label="Risk" value={query.get('risk') ?? ''} onChange={set('risk')}>
        <option value="">All</option>
        {RISKS.map((risk) => (
          <option key={risk} value={risk}>
            {labelOf(risk)}
          </option>
        ))}
      </Select>
      <Select label="Sort by" value={query.get('sort') ?? 'NAME'} onChange={set('sort')}>
        {Object.entries(ORDERS).map(([field, label]) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </Select>
      <Checkbox name="descending" label="Descending" route={route} />
      <Checkbox name="failing" label="Failing only" route={route} />
    </search>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

function Select({ label, value, onChange, children }: SelectProps) {
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
        {children}
      </select>
    </div>
  )
}

const Checkbox = ({ name, label, route }: { name: string; label: string; route: Route }) => (
  <label className="check">
    <input
      type="checkbox"
      checked={route.query.has(name)}
      onChange={({ target }) => {
        changeQuery(route, { [name]: target.checked ? 'yes' : '' })
      }}
    />
    {label}
  </label>
)
