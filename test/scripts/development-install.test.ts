import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }

/**
 * What `npm ci` may take on disk, by the sizes of the files. `du` shows a sixth more, for whole blocks. Images, reports and S3 take 75 MB
 * of it: two families of fonts 25, the SDK 22, the decoders of images 28. RxDB, for a test, takes 30 MB; TypeScript's native compiler, which
 * halves the time of checking types, 30; oxlint, which takes a seventh of the time of typescript-eslint, 40.
 */
const MAX_MEGABYTES = 840

/** The bytes of all files below a folder. Folders of caches, such as `.vite`, do not count. */
function bytesIn(folder: string, skip: RegExp): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skip.test(entry.name)) continue
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? bytesIn(path, /^$/) : lstatSync(path).size
  }
  return bytes
}

it('does not need more space than before', () => {
  expect(bytesIn('node_modules', /^\.(?!bin|package-lock)/) / 1e6).toBeLessThan(MAX_MEGABYTES)
})

it('asks the registry for no list of versions, because the lock file has the address of each archive', () => {
  const withoutAddress = Object.entries(lock.packages)
    .filter(([, entry]) => 'integrity' in entry && !('resolved' in entry))
    .map(([place]) => place)
  expect(withoutAddress).toEqual([])
})
