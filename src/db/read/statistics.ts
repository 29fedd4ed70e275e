import type { ModelName } from './model.js'

/** A value that records are grouped by. */
export interface GroupKey {
  /** The path to the field with the value, through to-one relations, such as `zone.siteId`. */
  readonly by: string
  /** If the value is the id of a record: its model. */
  readonly record?: ModelName
  /** The PostgreSQL type of the value, if it is not an id, a text or an enum. */
  readonly type?: 'boolean'
  /** The fields of the record that groups are ordered by. */
  readonly order?: readonly string[]
  /** All values in ascending order, if this differs from the order of the type. */
  readonly values?: readonly string[]
}

/** A value that is computed for each group, such as a count. */
export interface Measure {
  /**
   * Returns the SQL of the aggregate. `field` returns the SQL of a field of the record. `time` is the SQL of the chosen
   * time.
   */
  readonly sql: (field: (name: string) => string, time: string) => string
  /** The value of a group without records. */
  readonly empty: '0' | 'null'
}

/** The keys, times and measures of statistics about a model's records. */
export interface Statistics {
  readonly keys: Readonly<Record<string, GroupKey>>
  /** The times that records can be counted by, each with its field in the read model. The first is the default. */
  readonly times: Readonly<Record<string, string>>
  readonly measures: Readonly<Record<string, Measure>>
}

/** The measures that all models have. */
export const commonMeasures = {
  count: { sql: () => 'count(*)::int', empty: '0' },
  firstAt: { sql: (_, time) => `min(${time})`, empty: 'null' },
  lastAt: { sql: (_, time) => `max(${time})`, empty: 'null' },
} as const satisfies Record<string, Measure>

/** A quotient of two aggregates as `float8`, equal to a division in JavaScript; null if `count` is 0. */
export const quotient = (sum: string, count: string) => `${sum}::float8 / nullif(${count}, 0)`
