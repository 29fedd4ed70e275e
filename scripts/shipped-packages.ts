import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly licence: string
  /** The text of its licence; empty if the package has none. */
  readonly text: string
}

/** The packages of a release: those that are installed, and those that are bundled into `dist`. Sorted, each once. */
export function shippedPackages(root: string): ShippedPackage[] {
  const bundled = ['bundled.json', 'bundled-pages.json', 'bundled-site.json'].flatMap(
    (list) => JSON.parse(readFileSync(join(root, 'dist', list), 'utf8')) as string[],
  )
  const folders = [...installedIn(join(root, 'dist', 'node_modules')), ...bundled]
  const packages = new Map(
    folders.map(readPackage).map((each) => [`${each.name}@${each.version}`, each]),
  )
  return [...packages].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
}

/** The folders of the packages in `node_modules`, and in those of packages. */
function installedIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name.startsWith('@')) return installedIn(path)
    if (name.startsWith('.') || !existsSync(join(path, 'package.json'))) return []
    return [path, ...installedIn(join(path, 'node_modules'))]
  })
}

/** The folders of the packages that have these files, such as `node_modules/pino/lib/proto.js`. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []
    return folder !== undefined && existsSync(join(folder, 'package.json')) ? [folder] : []
  })
  return [...new Set(folders)].sort()
}

function readPackage(folder: string): ShippedPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string | { type: string }
  }
  const { name, version, license } = manifest
  // Several, for example of the code and of the fonts.
  const files = readdirSync(folder).filter((each) => /^(licen[cs]e|copying)/i.test(each))
  const text = files.map((each) => readFileSync(join(folder, each), 'utf8').trim()).join('\n\n')
  // Some packages only have the text.
  const read = text.startsWith('MIT License') ? 'MIT' : undefined
  const given = (typeof license === 'object' ? license.type : license) ?? read
  // npm's words for a licence that SPDX does not list, such as that of the DejaVu fonts.
  const licence = given?.startsWith('SEE LICENSE') ? `LicenseRef-${name}` : given
  if (licence === undefined) throw new Error(`${name} has no licence.`)
  return { name, version, licence, text }
}

/** The licences of all packages, as most of them require. */
export const licencesText = (packages: readonly ShippedPackage[]): string =>
  packages
    .map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
