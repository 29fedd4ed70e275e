import { History, HISTORY_PLUGIN } from '@graphiql/plugin-history'
import { adjusted } from './adjusted-plugin.js'

/**
 * The history. The plugin names the button of each operation "Set active"; without this name, the button has its visible text as the
 * name. GraphiQL keeps a history only for the object `HISTORY_PLUGIN` itself, not for a copy.
 */
export const historyPlugin = Object.assign(HISTORY_PLUGIN, {
  content: adjusted(History, (root) => {
    root.querySelectorAll('.graphiql-history-item-label').forEach((button) => {
      button.removeAttribute('aria-label')
    })
  }),
})
