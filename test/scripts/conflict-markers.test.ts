import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

/** Runs the check in a new clone with these files. */
async function check(files: Readonly<Record<string, string | Buffer>>) {
  const cwd = await temporaryFolder()
  for (const [name, data] of Object.entries(files)) await writeFile(join(cwd, name), data)
  spawnSync('git', ['init', '--quiet'], { cwd })
  spawnSync('git', ['add', '--all'], { cwd })
  const script = resolve('scripts/conflict-markers.ts')
  const tsx = resolve('node_modules/tsx/dist/loader.mjs')
  const args = ['--import', tsx, script]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter((line) => line !== '') }
}

const marker = (character: string) => character.repeat(7)
const conflict = [`${marker('<')} HEAD`, 'one', marker('='), 'two', `${marker('>')} branch`, '']

it('finds the lines that a merge conflict has left in any text file', async () => {
  expect(await check({ 'a.md': conflict.join('\n'), 'b.sql': 'select 1;\n' })).toEqual({
    status: 1,
    lines: [`a.md:1:${marker('<')} HEAD`, `a.md:5:${marker('>')} branch`],
  })
})

it('accepts headings that are underlined, quotations and binary files', async () => {
  const files = {
    'a.md': `Heading\n${marker('=')}\n\n${'>'.repeat(8)} quoted\n  ${marker('<')} indented\n`,
    'b.bin': Buffer.from(`\0\n${conflict.join('\n')}`),
  }
  expect(await check(files)).toEqual({ status: 0, lines: [] })
})
