import type { Row } from '../../db/read/read.js'
import type { AskedPage } from '../operation/page.js'
import type { ConnectionPlan } from './plan.js'
import { encodeCursor } from '../operation/cursor.js'

/** A connection as plain properties: no resolver runs for any of them. */
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

/** Makes the connection of one page from its rows, as they were read. */
export function toConnection(
  plan: ConnectionPlan,
  { order, size, request }: AskedPage,
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
    ...(plan.edges && {
      edges: page.map((row) => ({ cursor: cursorOf(row) ?? '', node: row.record })),
    }),
    ...(plan.pageInfo && {
      pageInfo: {
        hasNextPage: backward ? from !== undefined : more,
        hasPreviousPage: backward ? more : from !== undefined || offset !== undefined,
        startCursor: cursorOf(page[0]),
        endCursor: cursorOf(page.at(-1)),
      },
    }),
    ...(plan.totalCount && { totalCount: totalCount ?? 0 }),
  }
}
