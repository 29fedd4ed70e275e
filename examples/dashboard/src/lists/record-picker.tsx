import { skipToken, useQuery } from '@apollo/client/react'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useEffect, useId, useState } from 'react'
import { labelOfChoice, type Noun, RECORDS } from './records.js'

interface Variables {
  readonly search?: string | null
  readonly ids?: readonly string[] | null
}
interface Records {
  readonly records: {
    readonly nodes: readonly {
      readonly id: string
      readonly label: string | number
      readonly site?: { readonly name: string }
    }[]
  }
}

interface Props {
  readonly label: string
  readonly noun: Noun
  /** The ids of the chosen records. */
  readonly ids: readonly string[]
  readonly onChange: (ids: string[]) => void
  /** Whether a choice replaces the one before. */
  readonly isSingle?: boolean
  /** Further conditions on the records to choose from: variables of the noun's query. */
  readonly where?: Readonly<Record<string, unknown>>
  /** What the input shows while it is empty. */
  readonly whenEmpty?: string
  readonly error?: string | undefined
}

/** An input that finds records by a text, and the chosen records as buttons that remove them. */
export function RecordPicker(props: Props) {
  const { label, noun, ids, onChange, isSingle = false, where, error } = props
  const { whenEmpty = 'Type to search' } = props
  const id = useId()
  const [text, setText] = useState('')
  const [isTyping, setTyping] = useState(false)
  // Without it, a page would send a request for each of its pickers.
  const [isUsed, setUsed] = useState(false)
  const document = RECORDS[noun] as unknown as TypedDocumentNode<Records, Variables>
  const chosen = useQuery(document, ids.length > 0 ? { variables: { ids } } : skipToken)
  // A zone is searched by its own name, without the name of its site.
  const search = text.split(', ')[0] || null
  const found = useQuery(document, isUsed ? { variables: { ...where, search } } : skipToken)
  const options = (found.data ?? found.previousData)?.records.nodes ?? []
  const names = new Map(
    (ids.length > 0 ? chosen.data : undefined)?.records.nodes.map((each) => [each.id, each]),
  )

  // The user has typed the whole text of a record, or has chosen it from the list of the browser. The text of a record may be the
  // beginning of another one: then typing is over with Enter, or when the user leaves the input.
  const isOver = !isTyping || found.data?.records.nodes.length === 1
  const match =
    text !== '' && isOver ? options.find((each) => labelOfChoice(each) === text) : undefined
  useEffect(() => {
    if (!match) return
    setText('')
    onChange(isSingle ? [match.id] : [...new Set([...ids, match.id])])
  }, [match, ids, isSingle, onChange])
  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        list={`${id}-options`}
        value={text}
        placeholder={whenEmpty}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onFocus={() => {
          setUsed(true)
        }}
        onChange={({ target, nativeEvent }) => {
          setText(target.value)
          setTyping(isTyped(nativeEvent))
        }}
        onBlur={() => {
          setTyping(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text === '') return
          // It does not submit the form.
          event.preventDefault()
          setTyping(false)
        }}
      />
      <datalist id={`${id}-options`}>
        {options.map((each) => (
          <option key={each.id} value={labelOfChoice(each)} />
        ))}
      </datalist>
      {ids.map((each) => {
        const record = names.get(each)
        const name = record ? labelOfChoice(record) : '…'
        return (
          <button
            key={each}
            type="button"
            className="chip"
            aria-label={`${label}: remove ${name}`}
            onClick={() => {
              onChange(ids.filter((other) => other !== each))
            }}
          >
            {name} ×
          </button>
        )
      })}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Whether an event comes from the keyboard, and not from the list of the browser. */
const isTyped = (event: Event) =>
  event instanceof InputEvent && event.inputType !== 'insertReplacementText'
