import { concatSql, type JsonFragment, NeedsResolvers, type SqlContext } from './json.js'
import type { PageSpec } from '../operation/page.js'

/** The page with each row's place in the order in which it is walked, and the number of rows. */
export const numberedPage = (page: string, order: string) =>
  `(select page.*, row_number() over (order by ${order}) as row_place, count(*) over () as row_total
    from ${page}) page`

/**
 * The JSON of a field of `PageInfo`, as an aggregate over the rows of the page. `needs` says what the rows must have:
 * one record more than the page, or their numbers in the order in which they are walked.
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
  const forward = name === 'hasNextPage'
  return [
    (context) => {
      const { size, request } = pageOf(context)
      const { backward, from, offset } = request
      if (forward !== backward) {
        return `case when count(*) > ${size} then 'true' else 'false' end`
      }
      return `'${String(from !== undefined || (!backward && offset !== undefined))}'`
    },
  ]
}

/** The cursor of the first or the last record of the page. A page that is walked backward ends with its first record. */
function cursorSql(first: boolean, { size, request }: PageSpec, context: SqlContext): string {
  const cursor = concatSql(['"', ({ cursor: sql = '' }) => sql, '"'], context)
  const place = first === (request.backward ?? false) ? `least(page.row_total, ${size})` : '1'
  return `coalesce(max(${cursor}) filter (where page.row_place = ${place} and page.row_place <= ${size}), 'null')`
}
