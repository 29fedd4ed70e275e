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

/** The measures that all models have. */
export const common = {
  count: { sql: () => 'count(*)::int', empty: '0' },
  firstAt: { sql: (_, time) => `min(${time})`, empty: 'null' },
  lastAt: { sql: (_, time) => `max(${time})`, empty: 'null' },
} as const satisfies Record<string, Measure>

/** A quotient of two aggregates as `float8`, equal to a division in JavaScript; null if `count` is 0. */
export const quotient = (sum: string, count: string) => `${sum}::float8 / nullif(${count}, 0)`

/** The number of inspections with the given outcome. */
export const withOutcome = (outcome: string): Measure => ({
  sql: (field) => `(count(*) filter (where ${field('outcome')} = '${outcome}'))::int`,
  empty: '0',
})
