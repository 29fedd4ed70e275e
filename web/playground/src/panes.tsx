import { useGraphiQL } from '@graphiql/react'
import { useEffect, useState } from 'react'
import { runs } from './runs.js'

/** As wide as a pane of the editor must be to show a line of a query: below, the page shows one pane at a time. */
const NARROW = '(max-width: 700px)'

export const isPhone = () => matchMedia(NARROW).matches

const panes = { query: 'Query', response: 'Response' } as const

/**
 * On a phone, two buttons choose the pane; a run shows the response. The styles hide the panes that the attributes of the body
 * do not name. On a wide screen, both have no effect.
 */
export function Panes() {
  const [pane, setPane] = useState<keyof typeof panes>('query')
  const hasPlugin = useGraphiQL((state) => state.visiblePlugin !== null)
  const isFetching = useGraphiQL((state) => state.isFetching)
  useEffect(() => {
    if (isFetching && runs.get().size > 0) setPane('response')
  }, [isFetching])
  useEffect(() => {
    document.body.dataset['pane'] = hasPlugin ? 'plugin' : pane
  }, [pane, hasPlugin])
  return (
    <nav className="panes" aria-label="Panes">
      {Object.entries(panes).map(([name, title]) => (
        <button
          key={name}
          type="button"
          aria-pressed={pane === name}
          onClick={() => {
            setPane(name as keyof typeof panes)
          }}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
