import lock from '../package-lock.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }

/** The packages that a bundle cannot contain: a WebAssembly database, native code, and static files. */
export const INSTALLED = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'heic-decode',
  'sharp',
  'swagger-ui-dist',
] as const

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const locked = lock.packages as Readonly<Record<string, LockedPackage>>

/** The place of a package in the lockfile, seen from another place. Undefined if it is not installed. */
function placeOf(name: string, from: string): string | undefined {
  const place = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (place in locked) return place
  if (from === '') return undefined
  return placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}

/**
 * `package.json` and `package-lock.json` of the built service: they install the packages of `INSTALLED` and what these need, in
 * the versions of the lockfile of the project.
 */
export function installation() {
  const needed = new Set<string>()
  const add = (name: string, from: string) => {
    const place = placeOf(name, from)
    if (place === undefined || needed.has(place)) return
    needed.add(place)
    const { dependencies = {}, optionalDependencies = {} } = locked[place] ?? {}
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, place)
  }
  for (const name of INSTALLED) add(name, '')
  const { name, version, type, allowScripts, scarfSettings } = manifest
  const dependencies = Object.fromEntries(
    INSTALLED.map((each) => [each, manifest.dependencies[each]]),
  )
  const root = { name, version, dependencies }
  const packages = Object.fromEntries([...needed].sort().map((place) => [place, locked[place]]))
  return {
    manifest: { ...root, type, allowScripts, scarfSettings },
    lock: {
      name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': root, ...packages },
    },
  }
}
