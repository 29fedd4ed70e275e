import { spawnSync } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

const identity = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@acme.test' }
const committer = { GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@acme.test' }
const env = { ...process.env, ...identity, ...committer }

/** A new clone with the files of this checkout that a release changes. */
async function newClone() {
  const folder = await temporaryFolder()
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    return { status, text: `${stdout}${stderr}`.trim() }
  }
  for (const name of [
    ...['package.json', 'package-lock.json', 'schema.graphql', '.gitignore', 'scripts/release.ts'],
    ...['test/graphql/released-schema.graphql', 'test/upgrade/last-release.json'],
  ]) {
    await cp(name, join(folder, name))
  }
  await writeFile(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 1.0.0\n\nThe first.\n',
  )
  await writeFile(join(folder, 'schema.graphql'), 'type Query { one: Int }\n')
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  const git = (...args: string[]) => run('git', ...args)
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'all')
  const release = (...args: string[]) =>
    run(process.execPath, '--import', 'tsx', 'scripts/release.ts', ...args)
  const text = (name: string) => readFile(join(folder, name), 'utf8')
  return {
    git,
    release,
    text,
    write: (name: string, data: string) => writeFile(join(folder, name), data),
  }
}

it('a release has its version, changelog, schema, tag, and the commit for the upgrade test', async () => {
  const { git, release, text } = await newClone()
  expect(release('99.1.0')).toMatchObject({ status: 0 })
  const { text: commit } = git('rev-parse', 'v99.1.0^{commit}')
  expect(git('rev-parse', 'HEAD^').text).toBe(commit)
  expect(git('log', '--format=%s').text.split('\n')).toEqual([
    'upgrade: test beside 99.1.0',
    'release: 99.1.0',
    'all',
  ])
  expect(git('status', '--porcelain').text).toBe('')
  for (const name of ['package.json', 'package-lock.json']) {
    expect(JSON.parse(await text(name))).toMatchObject({ version: '99.1.0' })
  }
  expect(await text('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 99\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n\n- One\.\n\n## 1\.0\.0\n/,
  )
  expect(await text('test/graphql/released-schema.graphql')).toBe('type Query { one: Int }\n')
  expect(JSON.parse(await text('test/upgrade/last-release.json'))).toEqual({ commit })

  const again = release('99.2.0')
  expect([again.status, again.text]).toEqual([1, expect.stringContaining('no changes under')])
  expect(git('status', '--porcelain').text).toBe('')
})

it('a release is refused without a later version, and in a clone with changes', async () => {
  const { git, release, write } = await newClone()
  for (const [args, reason] of [
    [[], 'the version is missing'],
    [['next'], 'next is not a version'],
    [['0.9.0'], 'is not later than'],
  ] as const) {
    const { status, text } = release(...args)
    expect([status, text]).toEqual([1, expect.stringContaining(reason)])
  }
  await write('new.txt', 'new')
  const { status, text } = release('99.1.0')
  expect([status, text]).toEqual([1, expect.stringContaining('not committed')])
  expect(git('tag', '--list').text).toBe('')
})
