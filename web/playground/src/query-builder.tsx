import { explorerPlugin } from '@graphiql/plugin-explorer'
import type { GraphiQLPlugin } from '@graphiql/react'
import { useEffect, useRef } from 'react'

const { content: Builder, icon } = explorerPlugin()

/** The query builder, with a name for each control: the plugin gives them none. */
function QueryBuilder() {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = root.current
    if (!node) return
    const nameControls = () => {
      node.querySelectorAll('input, select').forEach((control) => {
        const argument = control.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
        control.setAttribute('aria-label', argument ?? 'Name or kind of the operation')
      })
    }
    nameControls()
    const observer = new MutationObserver(nameControls)
    observer.observe(node, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
    }
  }, [])
  return (
    <div ref={root}>
      <Builder />
    </div>
  )
}

export const queryBuilderPlugin: GraphiQLPlugin = {
  title: 'Query builder',
  icon,
  content: QueryBuilder,
}
