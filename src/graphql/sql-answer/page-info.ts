import type { ModelName } from '../../db/read/model.js'
import { orderBy } from '../../db/read/order.js'
import { type Parent, writePage } from '../../db/read/page.js'
import { cursorExpression } from '../operation/cursor.js'
import type { AskedPage } from '../operation/page.js'
import type { Asking } from './json-text.js'

/**
 * SQL for the JSON of a field of `PageInfo`. It walks the page's keys once more, which an index knows: that costs less
 * than to keep the page for those who ask nothing about it.
 */
export function pageInfoSql(
  field: string,
  { statement }: Asking,
  model: ModelName,
  { order, size, request }: AskedPage,
  parent: Parent | undefined,
): string {
  const { backward, from, offset } = request
  const forward = field === 'hasNextPage' || field === 'endCursor'
  if (field === 'startCursor' || field === 'endCursor') {
    const page = writePage(statement, model, ['id'], request, parent)
    const cursor = `concat('"', ${cursorExpression(order, page.keys, 'page.id')}, '"')`
    const sorted = orderBy([...page.keys, 'page.id'], request.order, forward)
    return `coalesce((select ${cursor} from ${page.sql} order by ${sorted} limit 1), 'null')`
  }
  if (forward === backward) {
    const behind = from !== undefined || (!backward && offset !== undefined)
    return `'${String(behind)}'`
  }
  const page = writePage(statement, model, ['id'], { ...request, limit: size + 1 }, parent)
  return `(select case when count(*) > ${size} then 'true' else 'false' end from ${page.sql})`
}
