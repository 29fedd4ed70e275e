import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { isPhone } from './panes.js'

/** Returns the function that opens an operation in a new tab, and shows its variables. */
export function useOpenTab() {
  const { queryEditor, variableEditor } = useGraphiQL(({ queryEditor, variableEditor }) => ({
    queryEditor,
    variableEditor,
  }))
  const actions = useGraphiQLActions()
  return (query: string, variables: string) => {
    actions.addTab()
    queryEditor?.setValue(query)
    variableEditor?.setValue(variables)
    if (variables) document.querySelector<HTMLElement>('[data-name=variables]')?.click()
    if (isPhone()) actions.setVisiblePlugin(null)
    queryEditor?.focus()
  }
}
