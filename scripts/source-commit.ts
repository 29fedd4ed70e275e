import { spawnSync } from 'node:child_process'

/**
 * The commit of the sources, for the version that the service shows. SOURCE_COMMIT replaces it if the sources are not a clone, such
 * as in the build of an image; without both, `unknown`.
 */
export function sourceCommit(): string {
  const given = process.env['SOURCE_COMMIT']
  if (given) return given
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'unknown'
}
