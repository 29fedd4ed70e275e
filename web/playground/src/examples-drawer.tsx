import type { GraphiQLPlugin } from '@graphiql/react'
import { useEffect, useState } from 'react'
import type { Example } from './example.js'
import { examples, groups } from './examples.js'
import { useOpenExample } from './open-example.js'
import { SavedOperations } from './saved-operations.js'

/** The examples that contain each word of the search, in groups. A click opens one in a tab. */
function ExamplesDrawer() {
  const [all, setAll] = useState<readonly Example[]>([])
  const [search, setSearch] = useState('')
  const open = useOpenExample()
  useEffect(() => void examples.then(setAll), [])
  const words = search.toLowerCase().split(/\s+/)
  const found = all.filter(({ query }) => words.every((word) => query.toLowerCase().includes(word)))
  return (
    <>
      <SavedOperations />
      <section className="examples" aria-label="Examples">
        <div className="graphiql-history-header">Examples</div>
        <input
          type="search"
          aria-label="Search the examples"
          placeholder={`Search ${all.length} examples`}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
          }}
        />
        {Object.entries(groups).map(([group, title]) => {
          const members = found.filter((example) => example.group === group)
          return members.length === 0 ? null : (
            <div key={group}>
              <h3>{title}</h3>
              <ul>
                {members.map((example) => (
                  <li key={example.title}>
                    <button type="button" onClick={() => void open(example)}>
                      {example.title}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
        {all.length > 0 && found.length === 0 && <p>No example has these words.</p>}
      </section>
    </>
  )
}

const Icon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden="true">
    <path d="M5 3.5h14v17l-7-4.5-7 4.5z M9 8h6 M9 11.5h4" />
  </svg>
)

export const examplesPlugin: GraphiQLPlugin = {
  title: 'Examples',
  icon: Icon,
  content: ExamplesDrawer,
}
