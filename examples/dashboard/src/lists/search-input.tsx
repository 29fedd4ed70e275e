import { useEffect, useRef, useState } from 'react'
import { changeQuery, type Route } from '../route.js'

const TYPING_MS = 250

interface Props {
  readonly name: string
  readonly label: string
  readonly route: Route
}

/** A text that filters the list. Sends one request when the user stops typing, not one for each letter. */
export function SearchInput({ name, label, route }: Props) {
  const applied = route.query.get(name) ?? ''
  const [text, setText] = useState(applied)
  // A link or the browser's back button has changed the filter.
  useEffect(() => {
    setText((typed) => (typed.trim() === applied ? typed : applied))
  }, [applied])
  const current = useRef(route)
  useEffect(() => {
    current.current = route
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const trimmed = text.trim()
      if (trimmed !== (current.current.query.get(name) ?? ''))
        changeQuery(current.current, { [name]: trimmed })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [name, text])
  return (
    <label className="wide">
      {label}
      <input
        type="search"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
        }}
      />
    </label>
  )
}
