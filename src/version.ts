import manifest from '../package.json' with { type: 'json' }

/** `scripts/bundle.ts` replaces this name with the commit of the build. It is not defined in tests. */
declare const SOURCE_COMMIT: string | undefined

/** The version of the service, and the commit of its sources: 40 hexadecimal digits, or `unknown` without a Git clone. */
export const version = {
  version: manifest.version,
  commit: typeof SOURCE_COMMIT === 'undefined' ? 'unknown' : SOURCE_COMMIT,
}

/** The version for people, such as `1.1.0 (commit 1a2b3c4)`. */
export const versionText = `${version.version} (commit ${version.commit.slice(0, 7)})`
