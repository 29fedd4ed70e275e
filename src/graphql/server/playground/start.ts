import { addressOf } from './assets.js'

/**
 * The script that starts GraphiQL once its script is loaded: without the query builder, which hides the history; with
 * the query, the variables and the operation of the page's URL, otherwise with the last active tab. The cursor selects
 * the operation: `Ctrl-Enter` executes the one with the cursor. GraphiQL reads the query itself; edits do not change the
 * URL.
 */
export const START = `
const workers = ${JSON.stringify({
  editorWorkerService: addressOf('editor.worker.js'),
  json: addressOf('json.worker.js'),
  graphql: addressOf('graphql.worker.js'),
})}
self.MonacoEnvironment = { globalAPI: true, getWorkerUrl: (id, label) => workers[label] }
const fetcher = async (operation, { headers } = {}) => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(operation),
  })
  return response.json()
}
const indented = (json) => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
const selectOperation = (editor, name) => {
  const model = editor.getModel()
  const isQuery = model?.uri.path.endsWith('operation.graphql') && /^\\w+$/.test(name)
  const [found] = isQuery
    ? model.findMatches('^[^#\\n]*\\\\b(query|mutation|subscription)\\\\s+' + name + '\\\\b', false, true, true, null, false, 1)
    : []
  if (!found) return
  editor.setPosition(found.range.getEndPosition())
  editor.focus()
}
addEventListener('DOMContentLoaded', () => {
  const options = JSON.parse(document.getElementById('options').textContent)
  const linked = Object.fromEntries(new URLSearchParams(location.search))
  if (linked.query) {
    const { query, operationName } = linked
    const variables = indented(linked.variables ?? '')
    options.variables = variables
    options.defaultTabs = [{ query, variables }, ...options.defaultTabs]
    if (variables) options.defaultEditorToolsVisibility = 'variables'
    if (operationName) {
      monaco.editor.onDidCreateEditor((editor) => editor.onDidChangeModel(() => selectOperation(editor, operationName)))
    }
  } else {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}')
    const last = tabs?.[activeTabIndex]
    if (last) Object.assign(options, { query: last.query ?? '', variables: last.variables ?? '' })
  }
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
    ...options,
    plugins: undefined,
    onEditQuery: () => {},
    fetcher,
  })
})
`
