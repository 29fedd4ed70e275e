import manifest from '@graphql-yoga/render-graphiql/package.json' with { type: 'json' }

const SCRIPT = 'text/javascript; charset=utf-8'

/** The files of GraphiQL: the library's export, file name and media type of each. */
const assets = {
  'graphiql.js': { part: 'js', type: SCRIPT },
  'graphiql.css': { part: 'css', type: 'text/css; charset=utf-8' },
  'editor.worker.js': { part: 'editorWorkerService', type: SCRIPT },
  'json.worker.js': { part: 'jsonWorker', type: SCRIPT },
  'graphql.worker.js': { part: 'graphqlWorker', type: SCRIPT },
} as const

type Name = keyof typeof assets

const { version } = manifest

/** The URL of a file. It contains the version, so that browsers may cache it for ever. */
export const addressOf = (name: Name) => `/graphql/playground/${version}/${name}`

/** Reads a file; undefined if the name or the version does not exist. */
export async function readAsset(requested: {
  readonly name: string
  readonly version: string
}): Promise<{ type: string; body: string } | undefined> {
  if (requested.version !== version || !Object.hasOwn(assets, requested.name)) return undefined
  const { part, type } = assets[requested.name as Name]
  // Imported on the first request, because the library takes 9 MB of memory.
  const library = await import('@graphql-yoga/render-graphiql/graphiql')
  return { type, body: library[part] }
}
