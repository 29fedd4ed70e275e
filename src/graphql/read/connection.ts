import type { Row } from '../../db/read/read.js'
import { encodeCursor } from '../operation/cursor.js'
import type { PageSpec } from '../operation/page.js'
import type { ConnectionSelection } from './compile-selections.js'

/** A connection as plain properties: graphql-js reads them without a resolver. */
export interface Connection {
  readonly nodes: readonly object[]
  readonly edges?: readonly { readonly cursor: string; readonly node: object }[]
  readonly pageInfo?: PageInfo
  readonly totalCount?: number
}

export interface PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly startCursor: string | null
  readonly endCursor: string | null
}

/** Builds the connection of one page. `rows` are as read: one more than the page if there is a next page. */
export function toConnection(
  shape: ConnectionSelection,
  { order, size, request }: PageSpec,
  rows: readonly Row[],
  totalCount: number | undefined,
): Connection {
  const { backward, from, offset } = request
  const more = rows.length > size
  const page = more ? rows.slice(0, size) : [...rows]
  if (backward) page.reverse()
  const cursorOf = (row: Row | undefined) =>
    row?.position ? encodeCursor(order, row.position) : null

  return {
    nodes: page.map(({ record }) => record),
    ...(shape.edges && {
      edges: page.map((row) => ({ cursor: cursorOf(row) ?? '', node: row.record })),
    }),
    ...(shape.pageInfo && {
      pageInfo: {
        hasNextPage: backward ? from !== undefined : more,
        hasPreviousPage: backward ? more : from !== undefined || offset !== undefined,
        startCursor: cursorOf(page[0]),
        endCursor: cursorOf(page.at(-1)),
      },
    }),
    ...(shape.totalCount && { totalCount: totalCount ?? 0 }),
  }
}
