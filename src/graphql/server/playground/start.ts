import { addressOf } from './assets.js'

/**
 * The script that starts GraphiQL: without the query builder, which hides the history; with the last active tab; and
 * without the query in the page's URL, because a GET with a query is an API request.
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
