import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProcess } from '../support/run-process.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'

const FOLDER = 'examples/scripts'
const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))

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

describe.each(scripts)('%s', (name) => {
  const run = (...args: string[]) => runProcess(join(clone, FOLDER, name), {}, args)

  test('--help describes its arguments, options and exit statuses', async () => {
    const { status, stdout, stderr } = await run('--help')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Usage: ${name.replace('.ts', '')} [options]`)
    for (const text of [
      '--url',
      'FIELD_INSPECTION_USERNAME',
      'FIELD_INSPECTION_PASSWORD',
      'Exit status: 0',
    ]) {
      expect(stdout).toContain(text)
    }
  })

  test('without generated files, it says how to get them', async () => {
    const argument = name === 'export.ts' ? 'assets' : 'rows.csv'
    expect(await run(argument, '--username', 'a@b.example')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm run generate'),
    })
  })

  test('without arguments, or with an unknown option, it exits with 2', async () => {
    for (const args of [[], ['--surprise']]) {
      expect(await run(...args)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^error: /),
      })
    }
  })
})
