import { createStore } from './store.js'
import type { Exchange } from './send.js'

/** The last response of each tab of the editor, by the tab's id. */
export const runs = createStore<ReadonlyMap<string, Exchange>>(new Map())

/** The id of the tab that is open. */
export const activeTab = createStore('')

export function recordRun(tab: string, exchange: Exchange): void {
  runs.set(new Map([...runs.get(), [tab, exchange]]))
}
