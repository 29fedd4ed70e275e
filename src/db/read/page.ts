import { type CountRequest, filter } from './filter.js'
import { modelOf, type ModelName, type Parent } from './model.js'
import { nearestFirst, nearOf } from './nearest-first.js'
import { afterCursor, orderBy, type OrderKey, type Position } from './order.js'
import { Projection } from './projection.js'
import { tenantCondition } from './scope.js'
import { MAX_INT32, type Statement } from './statement.js'

/** Which records to read, in which order, and how many. */
export interface PageRequest extends CountRequest {
  readonly order: readonly OrderKey[]
  readonly limit: number
  readonly offset?: number
  /** Whether to read from the end of the order, the last record first. */
  readonly backward?: boolean
  /** Start after this position, or before it if `backward`. */
  readonly from?: Position
  /** Whether to return each record's position. */
  readonly positions?: boolean
  /** Whether to return the number of records on all pages. This reads all of them. */
  readonly total?: boolean
}

/** A page as SQL: a subquery with the alias `page`, the names of its columns with the sort keys, and its `order by`. */
export interface Page {
  readonly sql: string
  readonly keys: readonly string[]
  readonly order: string
}

/**
 * From this offset on, a subquery selects only ids, and the rows are joined to them: an index-only scan can then skip
 * the rows before the offset.
 */
const FAR_OFFSET = 1000

/**
 * The SQL of a page. If the records are sorted by a value of a related record, it joins that record's table: PostgreSQL
 * can then scan the index on that value and read the records that refer to each related record, until the page is full.
 */
export function pageSql(
  statement: Statement,
  model: ModelName,
  columns: readonly string[],
  request: PageRequest,
  parent?: Parent,
): Page {
  const { order, limit, offset = 0, backward = false, from, total = false } = request
  const ordering = new Projection(model, 't', 'k')
  const { table, conditions } = filter(statement, ordering, model, request, parent)
  const expressions = order.map((key) => ordering.orderExpression(key))
  const withId = [...expressions, 't.id']
  if (from) conditions.push(afterCursor(withId, order, from, backward, statement))
  const keys = order.map((_, index) => `key${index}`)
  const computed = expressions.map((sql, index) => `${sql} as ${keys[index] ?? ''}`)
  if (total) computed.push('count(*) over ()::int as total')
  // The limit is inlined: with a parameter, PostgreSQL assumes 10 % of the table and plans every execution again.
  const range = [`limit ${Math.trunc(limit)}`]
  if (offset > 0) range.push(`offset ${statement.parameter(Math.min(offset, MAX_INT32), 'int')}`)
  const list = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`)
  const select = (names: readonly string[], more: readonly string[] = []) => `
    select ${[...list('t', names), ...computed].join(', ')} from ${table} t ${ordering.joins}
    where ${[...conditions, ...more].join(' and ')}
    order by ${orderBy(withId, order, backward)} ${range.join(' ')}`
  const known = total ? [...keys, 'total'] : keys
  const joined = (places: string) => `
    select ${[...list('t', columns), ...list('place', known)].join(', ')}
    from (${places}) place
    join ${table} t on ${tenantCondition(modelOf(model), 't', statement.company)} and t.id = place.id`
  const near = parent ? undefined : nearOf(request)
  const rows = () => {
    if (near) {
      const parts = { statement, table, records: ordering, conditions }
      return joined(
        nearestFirst({ ...parts, select: (more) => select(['id'], more) }, near, request),
      )
    }
    return offset < FAR_OFFSET && !total ? select(columns) : joined(select(['id']))
  }
  const pageKeys = list('page', keys)
  const pageOrder = orderBy([...pageKeys, 'page.id'], order, backward)
  return { sql: `(${rows()}) page`, keys: pageKeys, order: pageOrder }
}
