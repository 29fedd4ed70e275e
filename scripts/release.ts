// Cuts a release: `npx tsx scripts/release.ts 1.1.0`, in a clone without changes. Makes two commits and a tag:
//
// 1. the release: the version in package.json and package-lock.json, the section `Unreleased` of CHANGELOG.md under the version
//    and its date, and the released schema. The tag, such as `v1.1.0`, names this commit;
// 2. the hash of the first commit, from which the upgrade test builds this release beside later versions.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }

const CHANGELOG = 'CHANGELOG.md'
const RELEASED_SCHEMA = 'test/graphql/released-schema.graphql'
const LAST_RELEASE = 'test/upgrade/last-release.json'

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

function refuse(reason: string): never {
  console.error(`The release was not made: ${reason}`)
  process.exit(1)
}

const numbersOf = (version: string) =>
  /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number) ??
  refuse(`${version} is not a version such as 1.2.3.`)

/** Whether one version is later than another. */
function isLater(one: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(one), numbersOf(other)]
  const at = ours.findIndex((number, index) => number !== theirs[index])
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0)
}

/** The changelog with the changes of `Unreleased` under the version and its date. */
function withRelease(changelog: string, version: string, date: string): string {
  const [, changes = ''] = /^## Unreleased\n([\s\S]*?)(?=^## )/m.exec(changelog) ?? []
  if (changes.trim() === '') refuse(`${CHANGELOG} has no changes under "Unreleased".`)
  return changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${date})\n`)
}

const [version = refuse('the version is missing, such as 1.2.3.')] = process.argv.slice(2)
if (!isLater(version, manifest.version)) refuse(`${version} is not later than ${manifest.version}.`)
if (run('git', 'status', '--porcelain') !== '')
  refuse('the clone has changes that are not committed.')
const tag = `v${version}`
if (run('git', 'tag', '--list', tag) !== '') refuse(`the tag ${tag} exists.`)
const date = new Date().toISOString().slice(0, 10)
const changelog = withRelease(readFileSync(CHANGELOG, 'utf8'), version, date)

writeFileSync(CHANGELOG, changelog)
run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
copyFileSync('schema.graphql', RELEASED_SCHEMA)
run('git', 'add', '--all')
run('git', 'commit', '--quiet', '--message', `release: ${version}`)
run('git', 'tag', '--annotate', tag, '--message', `Release ${version}`)
const commit = run('git', 'rev-parse', 'HEAD')
writeFileSync(LAST_RELEASE, `${JSON.stringify({ commit }, null, 2)}\n`)
run('git', 'add', LAST_RELEASE)
run('git', 'commit', '--quiet', '--message', `upgrade: test beside ${version}`)
console.log(`${tag} is ${commit}. To publish it: git push --follow-tags`)
