import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProcess } from '../support/run-process.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'

/** A copy of the examples as in a fresh clone: `npm run generate` has not run. */
let clone: string
let removeClone: () => Promise<void>
beforeAll(async () => {
  const { folder, remove } = await makeTemporaryFolder()
  ;[clone, removeClone] = [folder, remove]
  const filter = (path: string) => !path.endsWith('generated')
  cpSync('examples', join(clone, 'examples'), { recursive: true, filter })
  cpSync('package.json', join(clone, 'package.json'))
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
})

afterAll(() => removeClone())

const run = (...args: string[]) => runProcess(join(clone, 'examples/scripts/fis.ts'), {}, args)

test('fis --help lists the commands', async () => {
  const { status, stdout, stderr } = await run('--help')
  expect([status, stderr]).toEqual([0, ''])
  for (const name of ['sign-in', 'sign-out', 'import', 'export', 'export-form', 'upload']) {
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  }
})

test.each(['import', 'export', 'export-form', 'upload', 'sign-in'])(
  '%s --help describes its arguments, options and exit statuses',
  async (name) => {
    const { status, stdout, stderr } = await run(name, '--help')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Usage: fis ${name} [options]`)
    for (const text of [
      '--url',
      'FIELD_INSPECTION_USERNAME',
      'FIELD_INSPECTION_PASSWORD',
      'FIELD_INSPECTION_API_KEY',
      'Exit status: 0',
    ]) {
      expect(stdout).toContain(text)
    }
  },
)

test.each([
  ['import', 'assets', 'rows.csv'],
  ['export', 'assets'],
  ['export-form', 'Gates'],
  ['sign-in'],
])('%s, without generated files, says how to get them', async (...args) => {
  expect(await run(...args, '--username', 'a@b.example')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('npm run generate'),
  })
})

test.each([
  ['import'],
  ['import', 'cats', 'cats.csv'],
  ['export'],
  ['export', '--surprise'],
  ['export-form'],
  ['dance'],
])('%s with invalid arguments exits with 2', async (...args) => {
  expect(await run(...args)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^error: /),
  })
})
