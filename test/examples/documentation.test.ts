import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = 'examples/clients'

test('docs/clients.md has every example, as the tests run it', () => {
  const text = readFileSync('docs/clients.md', 'utf8')
  const blocks = [...text.matchAll(/^```ts\n\/\/ (examples\/.+)\n([^]*?)^```$/gm)]
  const shown = Object.fromEntries(blocks.map(([, path, code]) => [path, code]))
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))
  const paths = ['examples/client/usage.ts', ...names.map((name) => join(FOLDER, name))]
  const run = paths.map((path) => [path, readFileSync(path, 'utf8')] as const)
  expect(shown).toEqual(Object.fromEntries(run))
})
