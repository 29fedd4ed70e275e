/**
 * SQL for a time of a column minus an interval. Citus allows only immutable functions in an update, and whether a day has 24 hours
 * depends on the time zone of the session: so the time zone is named.
 */
export const earlier = (column: string, interval: string): string =>
  `(${column} at time zone 'UTC' - ${interval}) at time zone 'UTC'`
