import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runProcess } from '../support/run-process.js'

const FOLDER = 'examples/scripts'
const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))

describe.each(scripts)('%s', (name) => {
  const run = (...args: string[]) => runProcess(`${FOLDER}/${name}`, {}, args)

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

  test('without arguments, or with an unknown option, it exits with 2', async () => {
    for (const args of [[], ['--surprise']]) {
      expect(await run(...args)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^error: /),
      })
    }
  })
})
