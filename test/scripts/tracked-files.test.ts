import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

/** Runs a script in a new clone with these files. */
async function check(name: string, files: Readonly<Record<string, string | Buffer>>) {
  const cwd = await temporaryFolder()
  for (const [file, data] of Object.entries(files)) await writeFile(join(cwd, file), data)
  spawnSync('git', ['init', '--quiet'], { cwd })
  spawnSync('git', ['add', '--all'], { cwd })
  const script = resolve(`scripts/${name}.ts`)
  const tsx = resolve('node_modules/tsx/dist/loader.mjs')
  const args = ['--import', tsx, script]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter((line) => line !== '') }
}

const marker = (character: string) => character.repeat(7)
const conflict = [`${marker('<')} HEAD`, 'one', marker('='), 'two', `${marker('>')} branch`, '']

it('finds the lines that a merge conflict has left in any text file', async () => {
  const files = { 'a.md': conflict.join('\n'), 'b.sql': 'select 1;\n' }
  expect(await check('conflict-markers', files)).toEqual({
    status: 1,
    lines: [`a.md:1:${marker('<')} HEAD`, `a.md:5:${marker('>')} branch`],
  })
})

it('accepts headings that are underlined, quotations and binary files', async () => {
  const files = {
    'a.md': `Heading\n${marker('=')}\n\n${'>'.repeat(8)} quoted\n  ${marker('<')} indented\n`,
    'b.bin': Buffer.from(`\0\n${conflict.join('\n')}`),
  }
  expect(await check('conflict-markers', files)).toEqual({ status: 0, lines: [] })
})

it('finds files of more than 700 kB', async () => {
  const files = { 'a.whl': Buffer.alloc(700_001), 'b.png': Buffer.alloc(700_000), 'ä b.md': 'B\n' }
  expect(await check('large-files', files)).toEqual({ status: 1, lines: ['a.whl: 700001 bytes'] })
  expect(await check('large-files', { 'b.png': files['b.png'] })).toEqual({ status: 0, lines: [] })
})
