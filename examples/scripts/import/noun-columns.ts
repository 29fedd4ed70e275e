import { LISTS } from '../export/lists.js'
import type { Key, Noun } from './noun.js'
import type { Columns } from './row.js'

/** Whether an import only creates records, or only changes them; if undefined, it does both. */
export type Only = 'create' | 'update' | undefined

const ID: Key = {
  columns: ['id'],
  filterOf: (keys) => ({ ids: keys.flat() }),
  assigned: true,
}

/** All keys of a noun. */
export const keysOf = ({ keys }: Noun): readonly Key[] => [ID, ...keys]

/** The columns that a file with records of a noun may have. */
export function columnsOf(noun: Noun, only: Only): Columns {
  const all = noun.fields.flatMap(({ columns }) => Object.entries(columns))
  const names = [...new Set(['id', ...all.map(([column]) => column), 'updatedAt'])]
  const aliases = Object.fromEntries(
    all.filter(([column, exported]) => column !== exported).map(([column, from]) => [from, column]),
  )
  const keys = keysOf(noun).map(({ columns }) =>
    columns.map((each) => columnsOfInputs(noun, [each])),
  )
  const required = noun.required.map((inputs) => columnsOfInputs(noun, inputs))
  return {
    names,
    aliases,
    ignored: LISTS[noun.list].columns.filter((name) => !names.includes(name) && !(name in aliases)),
    required: only === 'update' ? [] : required,
    keys: only === 'create' ? [] : keys,
    unique: noun.unique ?? [],
    prefix: noun.fields.find(({ prefix }) => prefix !== undefined)?.prefix,
  }
}

/** The columns from which any of these fields of the input can be read. */
export const columnsOfInputs = ({ fields }: Noun, inputs: readonly string[]): string[] =>
  inputs
    .flatMap((input) => {
      const field = fields.find((each) => each.input === input)
      return field ? [Object.keys(field.columns)[0] ?? input, input] : [input]
    })
    .filter((column, index, all) => all.indexOf(column) === index)
