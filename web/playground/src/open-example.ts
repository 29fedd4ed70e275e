import type { Example } from './example.js'
import { fillVariables } from './fill-variables.js'
import { useOpenTab } from './open-tab.js'
import { sendAsUser } from './session.js'

/** Returns the function that opens an example in a new tab, with the ids of records of the user's company in its variables. */
export function useOpenExample() {
  const openTab = useOpenTab()
  return async ({ query, variables }: Example) => {
    const ask = async (text: string) => (await sendAsUser({ query: text })).response.data
    openTab(query, await fillVariables(variables, ask))
  }
}
