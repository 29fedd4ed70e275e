import { useGraphiQL } from '@graphiql/react'
import { useEffect, useState } from 'react'
import { findLists } from './lists.js'
import { ListTable } from './list-table.js'
import { activeTab, runs } from './runs.js'
import type { Exchange } from './send.js'

/** Below the response: what the run took, and the button that shows its lists as tables. */
export function RunFigures() {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '')
  const isFetching = useGraphiQL((state) => state.isFetching)
  const exchange = runs.use().get(tab)
  const [isTable, setTable] = useState(false)
  useEffect(() => {
    activeTab.set(tab)
  }, [tab])
  if (!exchange || isFetching) return null
  const lists = findLists(exchange.response.data)
  const showsTable = isTable && lists.length > 0
  return (
    <div className={showsTable ? 'run with-table' : 'run'}>
      {showsTable && <ListTable key={tab} lists={lists} />}
      <div className="figures">
        <span role="status">{figuresOf(exchange).join(' · ')}</span>
        {lists.length > 0 && (
          <button
            type="button"
            aria-pressed={showsTable}
            onClick={() => {
              setTable(!isTable)
            }}
          >
            Table
          </button>
        )}
      </div>
    </div>
  )
}

interface Figures {
  readonly cost?: { readonly requested: number; readonly limit: number }
  readonly statements?: { readonly count: number; readonly milliseconds: number }
}

/** Such as `12 ms`, `4.2 kB`, `cost 120 of 100,000` and `1 statement (1.3 ms)`. */
function figuresOf({ milliseconds, bytes, response: { extensions } }: Exchange): string[] {
  const { cost, statements } = (extensions ?? {}) as Figures
  return [
    `${Math.round(milliseconds).toLocaleString('en')} ms`,
    bytes < 1000
      ? `${bytes} bytes`
      : `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} kB`,
    ...(cost
      ? [`cost ${cost.requested.toLocaleString('en')} of ${cost.limit.toLocaleString('en')}`]
      : []),
    ...(statements
      ? [
          `${statements.count} ${statements.count === 1 ? 'statement' : 'statements'} (${statements.milliseconds} ms)`,
        ]
      : []),
  ]
}
