import { cp } from 'node:fs/promises'
import { join } from 'node:path'

/** What `npm ci --prefix dist` installs. */
const INSTALLED = join('dist', 'node_modules')

/**
 * Copies `dist` of this checkout into `folder`, as `npm run build` makes it there: each run of tests renews it first. The test of the
 * Dockerfile builds a copy of the sources.
 */
export const copyBuild = (folder: string): Promise<void> =>
  cp('dist', join(folder, 'dist'), { recursive: true, filter: (path) => path !== INSTALLED })
