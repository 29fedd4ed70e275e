import { type FoundGroups, fillPeriods } from './fill-periods.js'
import { keyColumn, measureColumn, periodColumns } from './group-model.js'
import type { ModelName } from './model.js'
import { statisticsOf } from './models.js'
import { type CountRequest, filter } from './filter.js'
import { type Bucket, PeriodSql } from './period.js'
import { Projection } from './projection.js'
import type { Statement } from './statement.js'
import type { Statistics } from './statistics.js'

/** One sort key of groups: a measure, `bucket`, or a key that the records are grouped by. */
export interface GroupOrder {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Which records to group, how, and which groups to read. */
export interface AggregateRequest extends CountRequest {
  /** Names in `Statistics.keys`, each once. */
  readonly groupBy: readonly string[]
  readonly bucket?: Bucket
  /** Ties are ordered by period, and then by key. */
  readonly order: readonly GroupOrder[]
  readonly limit: number
}

/**
 * The parent of the records: `field` is the field of a record that contains the parent's id, and `id` is the SQL of
 * this id.
 */
export interface AggregateParent {
  readonly field: string
  readonly id: string
}

/**
 * The SQL of groups of records: a subquery with the alias `page`. Besides `columns`, it has the rank of the group in
 * the order (`id`), the number of all groups (`total`) and, with a bucket, the columns `periods` and `combinations` of
 * `fillPeriods`.
 */
export function aggregateSql(
  statement: Statement,
  model: ModelName,
  columns: readonly string[],
  request: AggregateRequest,
  parent?: AggregateParent,
): string {
  const { groupBy, bucket, limit } = request
  const statistics = statisticsOf(model)
  const period = bucket && new PeriodSql(statement, bucket)
  const found = foundGroups(statement, model, columns, request, period, parent)
  const groups = new Projection(`${model}Group`, 'groups', 'g')
  const order = orderSql(statistics, request, groups)
  const shown = columns.filter((column) => column !== 'id')
  const values = [
    `row_number() over (${order === '' ? '' : `order by ${order}`})::int as id`,
    'count(*) over ()::int as total',
    ...(period ? ['periods', 'combinations'] : []),
    ...shown.map((column) => `${valueSql(statistics, column, groupBy, period)} as ${column}`),
  ]
  return `(select ${values.join(', ')} from (${period ? fillPeriods(found, period) : found.sql}) groups
    ${groups.joins} order by 1 limit ${Math.trunc(limit)}) page`
}

/** The groups that have records: their keys, their period, and the measures that are used. */
function foundGroups(
  statement: Statement,
  model: ModelName,
  columns: readonly string[],
  { groupBy, bucket, order, ...which }: AggregateRequest,
  period?: PeriodSql,
  parent?: AggregateParent,
): FoundGroups & { readonly sql: string } {
  const { keys, times, measures } = statisticsOf(model)
  const records = new Projection(model, 't', 'k')
  const { table, conditions } = filter(statement, records, model, which)
  const field = (path: string) => records.requiredField(records.root, path)
  const time = field((bucket ? times[bucket.field] : Object.values(times)[0]) ?? '')
  if (parent) conditions.push(`${field(parent.field)} = ${parent.id}`)
  if (period) conditions.push(`${time} is not null`)

  // `count` is always used: without a measure and without keys, this would not be an aggregate query.
  const isUsed = (measure: string) =>
    measure === 'count' ||
    columns.includes(measureColumn(measure)) ||
    order.some((each) => each.field === measure)
  const used = Object.entries(measures).filter(([name]) => isUsed(name))
  const grouped = groupBy.map((name) => [keyColumn(name), field(keys[name]?.by ?? '')] as const)
  if (period) grouped.push(['period', period.of(time)])
  const figures = used.map(([name, { sql }]) => [measureColumn(name), sql(field, time)])
  const list = [...grouped, ...figures].map(([alias, sql]) => `${sql} as ${alias}`)
  const grouping = grouped.map((_, at) => at + 1).join(', ')
  return {
    sql: `select ${list.join(', ')} from ${table} t ${records.joins}
      where ${conditions.join(' and ')} ${grouping === '' ? '' : `group by ${grouping}`}`,
    keys: groupBy.map(keyColumn),
    measures: used.map(([name, { empty }]) => [measureColumn(name), empty]),
  }
}

/**
 * The terms of `order by` of the groups. Joins the records that keys refer to, such as sites, after grouping: there are
 * fewer groups than records.
 */
function orderSql(
  { keys, measures }: Statistics,
  { groupBy, bucket, order }: AggregateRequest,
  groups: Projection,
): string {
  const columnsOf = (field: string): string[] => {
    if (field in measures) return [measureColumn(field)]
    if (field === 'bucket') return bucket ? ['period'] : []
    const { order: by = [], values } = keys[field] ?? {}
    const names = by.map((name) => groups.requiredField(groups.root, `${field}.${name}`))
    if (!values) return [...names, keyColumn(field)]
    const list = values.map((value) => `'${value}'`).join(', ')
    return [`array_position(array[${list}]::text[], ${keyColumn(field)})`]
  }
  const rest = ['bucket', ...groupBy].map((field) => ({ field, direction: 'asc' as const }))
  return [...order, ...rest]
    .flatMap(({ field, direction }) => columnsOf(field).map((column) => `${column} ${direction}`))
    .join(', ')
}

/** The SQL of a column of a group. A key is null unless the records are grouped by it. */
function valueSql(
  { keys }: Statistics,
  column: string,
  groupBy: readonly string[],
  period: PeriodSql | undefined,
): string {
  if (column === periodColumns.periodDate && !period) return 'null::text'
  if (column.startsWith('period_')) return period?.column(column) ?? 'null::timestamptz'
  const [name, key] = Object.entries(keys).find(([each]) => keyColumn(each) === column) ?? []
  if (!key || groupBy.includes(name ?? '')) return column
  return `null::${key.type ?? (key.record ? 'int' : 'text')}`
}
