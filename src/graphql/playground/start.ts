import { addressOf } from './assets.js'

/**
 * The script that starts the page. It takes the library's history for its query builder, leaves the address alone, for
 * an address with a query is the API's, and sends queries as any client would.
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
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...JSON.parse(document.getElementById('options').textContent),
  plugins: undefined,
  onEditQuery: () => {},
  fetcher,
})
`
