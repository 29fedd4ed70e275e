import type { Beside, Expression } from './derived.js'
import { orderBy } from './order.js'
import type { PageRequest } from './page.js'
import type { Projection } from './projection.js'
import type { Statement } from './statement.js'

/*
 * A page in the order of a value that no index contains, such as a due date: it depends on the interval of the asset's type,
 * and on the time zone of its site. An index on `group, value` contains an approximation: the key is nearly `value + step`,
 * where each group has one step. So the statement reads the first records of each group by that index. Among these are enough
 * for the page, so the largest of their keys limits the keys of the page. Then it reads the records up to this limit, and
 * sorts them by their exact keys.
 */

/** How an index approximates a key of an order. */
export interface Near {
  /**
   * The groups of records that have a key. Columns: `id`, `step`, and `tolerance`: the key of a record differs from its value and
   * the step by less than this.
   */
  readonly groups: Beside
  /** An index contains the group, and then this. */
  readonly value: Expression
}

/** A page without its limit by `Near`: its table `t`, its conditions, and the statement with more conditions. */
interface PageParts {
  readonly statement: Statement
  readonly table: string
  readonly records: Projection
  readonly conditions: readonly string[]
  readonly select: (more: readonly string[]) => string
}

/** How to approximate the first key; undefined if this page does not begin with the records that have the smallest keys. */
export function nearOf({ order, backward = false, offset = 0, total, from }: PageRequest) {
  const first = order[0]
  if (!first?.near || first.descending !== backward || offset > 0 || total) return undefined
  return from?.values[0] === null ? undefined : { ...first.near, type: first.type }
}

/** The SQL of the ids and the keys of the page. Records without a key follow, if the others do not fill the page. */
export function nearestFirst(
  { statement, table, records, conditions, select }: PageParts,
  { groups, value, type }: Near & { readonly type: string },
  { limit, from, order, backward = false }: PageRequest,
): string {
  const scope = records.scope(records.root)
  const group = scope.beside(groups)
  const key = value(scope)
  const rows = Math.trunc(limit)
  const [start] = from?.values ?? []
  const isLater = start
    ? [`${key} >= ${statement.parameter(start, type)} - ${group}.step - ${group}.tolerance`]
    : []
  const inGroup = [...conditions, `${scope.column(groups.key)} = ${group}.id`, ...isLater]
  const largest = '(select largest from nearest)'
  const isNear = `${key} <= coalesce(${largest}, 'infinity') - ${group}.step + ${group}.tolerance`
  const keys = [...order.map((_, index) => `key${index}`), 'id']
  return `
    with nearest as (select (
      select each.largest from ${groups.sql(scope.company)} ${group} cross join lateral (
        select ${key} + ${group}.step + ${group}.tolerance as largest from ${table} t ${records.joinsExcept(group)}
        where ${inGroup.join(' and ')} order by ${key} limit ${rows}
      ) each order by each.largest offset ${rows - 1} limit 1) as largest)
    select * from (
      (${select([`${group}.id is not null`, isNear, ...isLater])})
      union all
      (${select([`${group}.id is null`, `${largest} is null`])})
    ) found order by ${orderBy(keys, order, backward)} limit ${rows}`
}
