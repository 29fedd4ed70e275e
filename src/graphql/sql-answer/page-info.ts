import { concatSql, type JsonFragment, NeedsResolvers, type SqlContext } from './json.js'
import type { Page } from '../../db/read/page.js'
import type { PageSpec } from '../operation/page.js'

/** The JSON of the cursor of a row of the page. */
export const CURSOR: readonly JsonFragment[] = ['"', ({ cursor = '' }) => cursor, '"']

/**
 * The page with two more columns: the number of each row, in the order in which the page is read, and the number of
 * rows. With `last`, the page is read backward, so the last record has the number 1. The columns are named, because an answer from
 * columns without names is never kept.
 */
export function numberedPage({ sql, keys, order }: Page, columns: readonly string[]): string {
  const names = [...columns.map((name) => `page.${name}`), ...keys].join(', ')
  return `(select ${names}, row_number() over (order by ${order}) as row_place, count(*) over () as row_total
    from ${sql}) page`
}

/**
 * The JSON of a field of `PageInfo`, as an aggregate over the rows of the page. Calls `needs` if the page must be read
 * with one more record, or with row numbers.
 */
export function pageInfoJson(
  name: string,
  pageOf: (context: SqlContext) => PageSpec,
  needs: (what: 'needsOneMore' | 'needsNumbers') => void,
): readonly JsonFragment[] {
  if (name === 'startCursor' || name === 'endCursor') {
    needs('needsNumbers')
    return [(context) => cursorSql(name === 'startCursor', pageOf(context), context)]
  }
  if (name !== 'hasNextPage' && name !== 'hasPreviousPage') throw new NeedsResolvers()
  needs('needsOneMore')
  return [
    (context) => {
      const { size, request } = pageOf(context)
      const { backward, from, offset } = request
      if ((name === 'hasNextPage') !== backward) {
        return `case when count(*) > ${size} then 'true' else 'false' end`
      }
      return `'${String(from !== undefined || (!backward && offset !== undefined))}'`
    },
  ]
}

/**
 * The cursor of the first or the last record. In a page that is read backward, the first record has the last number.
 */
function cursorSql(first: boolean, { size, request }: PageSpec, context: SqlContext): string {
  const place = first === (request.backward ?? false) ? `least(page.row_total, ${size})` : '1'
  return `coalesce(max(${concatSql(CURSOR, context)}) filter (where page.row_place = ${place} and page.row_place <= ${size}), 'null')`
}
