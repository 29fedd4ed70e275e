/**
 * The editor loads its workers from the folder of this page: the language service of GraphQL, that of JSON for variables
 * and headers, and one that finds words and links. Without a worker, the editor would do their work in the page.
 */
const files: Readonly<Record<string, string>> = {
  graphql: 'graphql.worker.js',
  json: 'json.worker.js',
}

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(new URL(files[label] ?? 'editor.worker.js', import.meta.url), { type: 'module' }),
  },
})
