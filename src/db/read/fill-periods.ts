import type { PeriodSql } from './period.js'

/** The maximum number of groups (combinations × periods) up to which groups without records are added. */
export const MAX_FILLED_GROUPS = 10_000

/** The SQL of groups that have records, with the column `period`. */
export interface FoundGroups {
  readonly sql: string
  /** The columns of the keys. */
  readonly keys: readonly string[]
  /** The columns of the measures, each with its value in a group without records. */
  readonly measures: readonly (readonly [column: string, empty: string])[]
}

/**
 * Adds the groups without records: each combination of keys that has records gets a group for each period. The columns
 * `periods` and `combinations` contain the number of each. If there were more than `MAX_FILLED_GROUPS` groups, adds
 * none.
 */
export function fillPeriods({ sql, keys, measures }: FoundGroups, period: PeriodSql): string {
  const columns = measures.map(([column]) => column)
  const empty = measures.map(([, value]) => value)
  const key = [...keys, 'period']
  const combination = keys.length > 0 ? keys.join(', ') : 'true as one'
  // A group has at most two rows: one with records, and one added with `empty` values. `max` returns the values of the
  // first, because `empty` is null or the least value.
  const merged = columns.map((column) => `max(${column}) as ${column}`)
  return `with found as (${sql}),
    combinations as (select distinct ${combination} ${keys.length > 0 ? 'from found' : ''}),
    periods as (${period.series('found')}),
    numbers as (select (select count(*)::int from periods) as periods, (select count(*)::int from combinations) as combinations)
    select ${[...key, ...merged].join(', ')},
      (select periods from numbers) as periods, (select combinations from numbers) as combinations
    from (
      select ${[...key, ...columns].join(', ')} from found
      union all
      select ${[...key, ...empty].join(', ')} from combinations cross join periods
      where (select periods::bigint * combinations from numbers) <= ${MAX_FILLED_GROUPS}
    ) every_group
    group by ${key.map((_, at) => at + 1).join(', ')}`
}
