import { readdirSync } from 'node:fs'
import { builtFolder } from '../../../built-folder.js'
import { readStaticFiles, type StaticText } from '../../../http/static-text.js'

interface Build {
  readonly version: string
  readonly files: ReadonlyMap<string, StaticText>
}

let known: Build | undefined

/** The built page is in one folder, whose name is its version. It is read when a browser opens the playground first. */
const read = (): Build => (known ??= readBuild())

function readBuild(): Build {
  const folder = builtFolder('playground')
  const [version] = readdirSync(folder)
  if (version === undefined) throw new Error('The playground is not built: npm run build')
  return { version, files: readStaticFiles(new URL(`${version}/`, folder)) }
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
