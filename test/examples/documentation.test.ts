import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join('examples', 'clients')

test('docs/clients.md has every example, as the tests run it', () => {
  const text = readFileSync('docs/clients.md', 'utf8')
  const blocks = [...text.matchAll(/^```ts\n\/\/ examples\/clients\/(.+)\n([^]*?)^```$/gm)]
  const shown = Object.fromEntries(blocks.map(([, name, code]) => [name, code]))
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))
  const run = names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const)
  expect(shown).toEqual(Object.fromEntries(run))
})
