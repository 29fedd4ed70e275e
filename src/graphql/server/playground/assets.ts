import manifest from '@graphql-yoga/render-graphiql/package.json' with { type: 'json' }
import { StaticText } from '../../../http/static-text.js'

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

/** The text of a file; undefined if the name or the version does not exist. */
export function findAsset(requested: {
  readonly name: string
  readonly version: string
}): StaticText | undefined {
  return requested.version === version ? texts.get(requested.name) : undefined
}

const texts = new Map(
  Object.entries(assets).map(([name, { part, type }]) => [
    name,
    new StaticText(type, async () => {
      // Imported on the first request, because the library takes 9 MB of memory.
      const library = await import('@graphql-yoga/render-graphiql/graphiql')
      return library[part]
    }),
  ]),
)
