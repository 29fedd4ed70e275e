import { addressOf } from './assets.js'

/**
 * The script that starts the page. What it asks of the library: history in place of a query builder; an address that
 * stays as it is, for one with a query is the API's; the tab that was open last; queries that are sent as any client
 * would send them.
 */
export const START = `
const workers = ${JSON.stringify({
  editorWorkerService: addressOf('editor.worker.js'),
  json: addressOf('json.worker.js'),
  graphql: addressOf('graphql.worker.js'),
})}
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (id, label) => workers[label] }
const fetcher = async (operation, { headers } = {}) => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(operation),
  })
  return response.json()
}
const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}')
const last = tabs?.[activeTabIndex]
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...JSON.parse(document.getElementById('options').textContent),
  ...(last && { query: last.query ?? '', variables: last.variables ?? '' }),
  plugins: undefined,
  onEditQuery: () => {},
  fetcher,
})
`
