import type { Client } from '../../client/client.js'
import { valueAt } from '../export/columns.js'
import { LISTS } from '../export/lists.js'
import { pagesOf } from './batches.js'
import type { Noun } from './noun.js'
import { columnsOf, keysOf } from './noun-columns.js'
import type { Values } from './row.js'
import { type KeyOfRow, keyOfRecord } from './row-key.js'

/** Reads the records with these keys. Returns the function that finds them: several if a name is not unique. */
export async function findRecords(
  client: Client,
  noun: Noun,
  wanted: readonly (KeyOfRow | undefined)[],
): Promise<(key: KeyOfRow) => readonly Values[]> {
  const { columns, records } = LISTS[noun.list]
  const { aliases } = columnsOf(noun, undefined)
  const { signal } = new AbortController()
  const found = new Map<string, Values[]>()
  for (const key of keysOf(noun)) {
    const rows = wanted.filter((each) => each?.columns === key.columns)
    const keys = pagesOf(rows).map((page) => page.flatMap((row) => (row ? [row.values] : [])))
    const { filterOf } = key
    const filters = filterOf ? keys.map(filterOf) : rows.length > 0 ? [null] : []
    for (const filter of filters) {
      for await (const record of records(client, filter, signal)) {
        const values: Values = new Map(
          columns
            .map((name) => [aliases[name] ?? name, valueAt(record, name)] as const)
            .filter(([, text]) => text !== ''),
        )
        const { text } = keyOfRecord(values, key)
        found.set(text, [...(found.get(text) ?? []), values])
      }
    }
  }
  return ({ text }) => found.get(text) ?? []
}
