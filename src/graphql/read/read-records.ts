import type { CompiledSelection } from '../../db/read/compiled-selection.js'
import type { Condition } from '../../db/read/filter.js'
import type { PageRequest } from '../../db/read/page.js'
import { type Reader, readPage } from '../../db/read/read.js'

/** The one record that satisfies a condition; null if the company has none. One statement. */
export async function readRecord(
  reader: Reader,
  selected: CompiledSelection,
  condition: Condition,
  { removed }: Pick<PageRequest, 'removed'> = {},
): Promise<Record<string, unknown> | null> {
  const page = { where: [condition], order: [], limit: 1, ...(removed && { removed }) }
  const [row] = await readPage(reader, selected, page)
  return row?.record ?? null
}

/** The records with these integer ids, by id. One statement. */
export async function readRecords(
  reader: Reader,
  selected: CompiledSelection,
  ids: readonly number[],
  { removed }: Pick<PageRequest, 'removed'> = {},
): Promise<Map<number, object>> {
  const condition: Condition = ({ column, parameter }) =>
    `${column('id')} = any(${parameter(ids, 'int[]')})`
  const page = { where: [condition], order: [], limit: ids.length, positions: true }
  const rows = await readPage(reader, selected, { ...page, ...(removed && { removed }) })
  return new Map(rows.map(({ record, position }) => [position?.id ?? 0, record]))
}
