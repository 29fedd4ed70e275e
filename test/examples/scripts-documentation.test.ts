import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IMPORT_NAMES } from '../../examples/scripts/export/list-names.js'
import { columnsOf, columnsOfInputs } from '../../examples/scripts/import/noun-columns.js'
import { NOUNS } from '../../examples/scripts/import/nouns/nouns.js'

/** The cells of the table of nouns in docs/scripts.md. */
const cells = Object.fromEntries(
  readFileSync('docs/scripts.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, noun = '', ...others]) => [noun.replaceAll('`', ''), others] as const),
)

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort()

test.each(IMPORT_NAMES)('docs/scripts.md has the columns of %s', (name) => {
  const noun = NOUNS[name]
  const [keys, needed, others] = cells[name] ?? []
  const { names, aliases, prefix } = columnsOf(noun, undefined)
  const all = names.filter((column) => !['id', 'updatedAt'].includes(column))
  const expected = new Set([
    ...all,
    ...Object.keys(aliases),
    ...(prefix === undefined ? [] : [prefix]),
  ])
  expect([...new Set(namesIn(`${needed ?? ''}${others ?? ''}`))]).toEqual([...expected].sort())
  const inputs = noun.required.flatMap((any) => columnsOfInputs(noun, any))
  expect(namesIn(needed)).toEqual(expect.arrayContaining(inputs))
  const keyColumns = noun.keys.flatMap(({ columns }) =>
    columns.map((column) => columnsOfInputs(noun, [column])[0]),
  )
  expect(namesIn(keys)).toEqual(keyColumns.sort())
})
