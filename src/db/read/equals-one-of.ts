import type { ConditionScope } from './filter.js'

/** Adds a value of a PostgreSQL type to a statement. Returns its placeholder, cast to the type. */
export type AddParameter = ConditionScope['parameter']

/**
 * The right side of an SQL condition: a column equals one of the values. A single value is compared with `=`. Then an
 * index on the column and the sort key returns the rows in page order. And PostgreSQL keeps a generic plan: for `any`,
 * this plan assumes ten values, so PostgreSQL plans each execution.
 */
export const equalsOneOf = (
  values: readonly unknown[],
  type: string,
  parameter: AddParameter,
): string =>
  values.length === 1
    ? `= ${parameter(values[0], type)}`
    : `= any(${parameter(values, `${type}[]`)})`
