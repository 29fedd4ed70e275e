import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { StaticText } from '../../../http/static-text.js'
import { PLAYGROUND_FOLDER } from '../../../playground-folder.js'

/** The content types of the files, by the ends of their names. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ttf': 'font/ttf',
}

interface Build {
  readonly version: string
  readonly files: ReadonlyMap<string, StaticText>
}

let known: Build | undefined

/** The built page is in one folder, whose name is its version. It is read when a browser opens the playground first. */
const read = (): Build => (known ??= readBuild())

function readBuild(): Build {
  const [version] = readdirSync(PLAYGROUND_FOLDER)
  if (version === undefined) throw new Error('The playground is not built: npm run build')
  const folder = new URL(`${version}/`, PLAYGROUND_FOLDER)
  const files = readdirSync(folder).map((name): [string, StaticText] => [
    name,
    new StaticText(TYPES[extname(name)] ?? 'application/octet-stream', () =>
      readFile(new URL(name, folder)),
    ),
  ])
  return { version, files: new Map(files) }
}

/** The path of a file. It contains the version, so that browsers may cache it for ever. */
export const addressOf = (name: string) => `/graphql/playground/${read().version}/${name}`

/** The paths of all files of the page. */
export const addresses = () => [...read().files.keys()].map(addressOf)

/** The text of a file; undefined if the name or the version does not exist. */
export function findAsset(requested: {
  readonly name: string
  readonly version: string
}): StaticText | undefined {
  const { version, files } = read()
  return requested.version === version ? files.get(requested.name) : undefined
}
