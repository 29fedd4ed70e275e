import { explorerPlugin } from '@graphiql/plugin-explorer'
import type { GraphiQLPlugin } from '@graphiql/react'
import { adjusted } from './adjusted-plugin.js'

const { content, icon } = explorerPlugin()

/** The query builder, with a name for each control: the plugin gives them none. */
export const queryBuilderPlugin: GraphiQLPlugin = {
  title: 'Query builder',
  icon,
  content: adjusted(content, (root) => {
    root.querySelectorAll('input, select').forEach((control) => {
      const argument = control.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
      control.setAttribute('aria-label', argument ?? 'Name or kind of the operation')
    })
  }),
}
