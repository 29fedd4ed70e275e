import { FIS_BUNDLE } from './fis-bundle.js'

/**
 * The arguments of Node.js that run `script`, a path from the root of the project: for a file of `src`, the file that the build
 * makes of it, which starts four times as fast as through tsx, and for `fis` its bundle. `scripts/build.ts` or
 * `bundleFis` must run before.
 *
 * With `env`, the script is expected to end soon. Then V8 compiles WebAssembly, which the embedded database and Prisma's client are, only
 * with its fast compiler: a command takes half the processor time. A service on a server starts without WebAssembly.
 */
export function runnable(script: string, env?: NodeJS.ProcessEnv): string[] {
  if (script === 'examples/scripts/fis.ts') return [FIS_BUNDLE]
  if (!script.startsWith('src/')) return ['--import', 'tsx', script]
  const isShort = env && (script !== 'src/main.ts' || !env['DATABASE_URL'])
  const built = script.replace(/^src/, 'dist').replace(/ts$/, 'js')
  return [...(isShort ? ['--liftoff-only'] : []), built]
}
