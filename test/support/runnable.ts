import { FIS_BUNDLE } from './fis-bundle.js'

/**
 * The arguments of Node.js that run `script`, a path from the root of the project: for a file of `src`, the file that the build
 * makes of it, which starts four times as fast as through tsx, and for `fis` its bundle. `scripts/build.ts` or
 * `bundleFis` must run before.
 */
export function runnable(script: string): string[] {
  if (script === 'examples/scripts/fis.ts') return [FIS_BUNDLE]
  return script.startsWith('src/')
    ? [script.replace(/^src/, 'dist').replace(/ts$/, 'js')]
    : ['--import', 'tsx', script]
}
