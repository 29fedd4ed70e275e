/** A figure of a group. */
export interface Measure {
  /** Writes the aggregate. `field` returns the SQL of a field of the record. `time` is the SQL of the chosen time. */
  readonly sql: (field: (name: string) => string, time: string) => string
  /** The value of a group without records. */
  readonly empty: '0' | 'null'
}

/** The measures of all models. */
export const common = {
  count: { sql: () => 'count(*)::int', empty: '0' },
  firstAt: { sql: (_, time) => `min(${time})`, empty: 'null' },
  lastAt: { sql: (_, time) => `max(${time})`, empty: 'null' },
} as const satisfies Record<string, Measure>

/** A quotient of two aggregates as `float8`, whose value is the one that JavaScript computes; null if nothing is counted. */
export const quotient = (sum: string, count: string) => `${sum}::float8 / nullif(${count}, 0)`

/** The number of inspections with an outcome. */
export const withOutcome = (outcome: string): Measure => ({
  sql: (field) => `(count(*) filter (where ${field('outcome')} = '${outcome}'))::int`,
  empty: '0',
})
