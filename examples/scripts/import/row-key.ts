import { comparable } from './fields/lookup.js'
import type { RowInput } from './fields/row-input.js'
import type { Key } from './noun.js'
import type { Values } from './row.js'

/** The key by which a row finds its record. */
export interface KeyOfRow extends Key {
  /** The column that errors name: the last of the key. */
  readonly column: string
  readonly values: readonly string[]
  /** Identifies the values. */
  readonly text: string
  /** The value of `column`. */
  readonly shown: string
}

/** The first key whose columns all have values. `draft` is the row as a new record, so that names have become ids. */
export function keyOfRow({ input, values }: RowInput, keys: readonly Key[]): KeyOfRow | undefined {
  for (const key of keys) {
    const texts = key.columns.map((column) => input[column] ?? values.get(column))
    if (texts.every((text) => text !== undefined)) return withValues(key, texts.map(String))
  }
  return undefined
}

/** The key of a record. */
export const keyOfRecord = (record: Values, key: Key): KeyOfRow =>
  withValues(
    key,
    key.columns.map((column) => record.get(column) ?? ''),
  )

const withValues = (key: Key, values: readonly string[]): KeyOfRow => ({
  ...key,
  column: key.columns.at(-1) ?? '',
  values,
  text: JSON.stringify([key.columns, values.map((each) => comparable(each, key.exact))]),
  shown: values.at(-1) ?? '',
})
