/** The time from one inspection to the next, as a calendar counts it: first months are added to a date, then days. */
export interface Interval {
  readonly months: number
  readonly days: number
}

const PERIOD = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/

/** 200 years, in months: a date stays within the years that PostgreSQL and JavaScript both represent. */
const MAX_MONTHS = 2400

/** 200 years, in days. */
export const MAX_DAYS = 73_000

/** What the error of a text that is not an interval says. */
export const INTERVAL_EXPECTED =
  'A duration of whole years, months, weeks and days of at most 200 years is expected, such as P6M or P1W.'

/**
 * Reads an ISO 8601 duration of years, months, weeks and days. Undefined for any other text, and for an interval of more than 200
 * years.
 */
export function parseInterval(text: string): Interval | undefined {
  const match = text === 'P' ? null : PERIOD.exec(text)
  if (!match) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0] = match
    .slice(1)
    .map((digits) => +(digits || 0))
  const interval = { months: years * 12 + months, days: weeks * 7 + days }
  return interval.months <= MAX_MONTHS && interval.days <= MAX_DAYS ? interval : undefined
}

/** SQL: the ISO 8601 duration of months and days; null if both are null. */
export const intervalText = (months: string, days: string): string =>
  `nullif('P' || coalesce(nullif(${months} / 12, 0) || 'Y', '') || coalesce(nullif(${months} % 12, 0) || 'M', '')
    || coalesce(${days} || 'D', ''), 'P')`

/** SQL: the interval of months and days, which may be null. */
export const intervalSql = (months: string, days: string): string =>
  `make_interval(months => coalesce(${months}, 0), days => coalesce(${days}, 0))`
