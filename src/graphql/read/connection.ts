import type { Row } from '../../db/read/read.js'
import { encodeCursor } from '../operation/cursor.js'
import type { PageSpec } from '../operation/page.js'
import type { ConnectionSelection } from './compile-selections.js'

/**
 * Builds the connection object of one page. Default resolvers are enough, because its fields are plain properties.
 * `rows` are in the order of the SQL query (reversed if the page is read backward), with one extra row if another page
 * follows.
 */
export function toConnection(
  selected: ConnectionSelection,
  { order, size, request }: PageSpec,
  rows: readonly Row[],
  totalCount: number | undefined,
) {
  const { backward, from, offset } = request
  const more = rows.length > size
  const page = rows.slice(0, size)
  if (backward) page.reverse()
  const cursorOf = (row: Row | undefined) =>
    row?.position ? encodeCursor(order, row.position) : null

  return {
    nodes: page.map(({ record }) => record),
    ...(selected.edges && {
      edges: page.map((row) => ({ cursor: cursorOf(row) ?? '', node: row.record })),
    }),
    ...(selected.pageInfo && {
      pageInfo: {
        hasNextPage: backward ? from !== undefined : more,
        hasPreviousPage: backward ? more : from !== undefined || offset !== undefined,
        startCursor: cursorOf(page[0]),
        endCursor: cursorOf(page.at(-1)),
      },
    }),
    ...(selected.totalCount && { totalCount: totalCount ?? 0 }),
  }
}
