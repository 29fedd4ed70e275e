import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const require = createRequire(import.meta.url)
const { version } = require('@graphql-yoga/render-graphiql/package.json') as { version: string }

const SCRIPT = 'text/javascript; charset=utf-8'

/** What the library is made of: its exports, and the names and types under which they are served. */
const assets = {
  'graphiql.js': { part: 'js', type: SCRIPT },
  'graphiql.css': { part: 'css', type: 'text/css; charset=utf-8' },
  'editor.worker.js': { part: 'editorWorkerService', type: SCRIPT },
  'json.worker.js': { part: 'jsonWorker', type: SCRIPT },
  'graphql.worker.js': { part: 'graphqlWorker', type: SCRIPT },
} as const

type Name = keyof typeof assets

/** Where an asset is; another version of it will be elsewhere, so that it can be kept for ever. */
export const addressOf = (name: Name) => `/graphql/playground/${version}/${name}`

/** One asset; undefined where there is none of that name and version. */
export async function readAsset(
  asked: { readonly name: string; readonly version: string },
  zipped: boolean,
): Promise<{ type: string; body: string | Buffer } | undefined> {
  if (asked.version !== version || !Object.hasOwn(assets, asked.name)) return undefined
  const name = asked.name as Name
  const { type } = assets[name]
  return { type, body: await (zipped ? readZipped(name) : read(name)) }
}

/** The library holds 9 MB, and is loaded only when somebody opens the page. */
const read = async (name: Name): Promise<string> => {
  const library = await import('@graphql-yoga/render-graphiql/graphiql')
  return library[assets[name].part]
}

const zip = promisify(gzip)
const zipped = new Map<Name, Promise<Buffer>>()

function readZipped(name: Name): Promise<Buffer> {
  let body = zipped.get(name)
  if (!body) zipped.set(name, (body = read(name).then((text) => zip(text))))
  return body
}
