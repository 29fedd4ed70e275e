import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const { version } = createRequire(import.meta.url)('relay-runtime/package.json') as {
  version: string
}

/**
 * Runs the relay-compiler that belongs to the installed relay-runtime, on the configuration file of a folder. Its package
 * is not a dependency of this project, because it contains 118 MB of programs, for five platforms: `npm exec` downloads it
 * once for all checkouts. Throws the compiler's messages if it finds an error.
 */
export async function compileRelayDocuments(cwd: string): Promise<void> {
  const name = `--package=relay-compiler@${version}`
  const command = ['relay-compiler', 'relay.config.json', '--output', 'quiet-with-errors']
  await promisify(execFile)('npm', ['exec', '--yes', '--loglevel=error', name, '--', ...command], {
    cwd,
  })
}
