import { Temporal } from 'temporal-polyfill'

const LOCAL = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/**
 * Converts a local time of a site, `YYYY-MM-DD HH:MM:SS`, to an instant; undefined if the text is not such a time. Of a
 * time that occurs twice when clocks are set back, takes the first. Reads a time that is skipped when clocks are set
 * forward with the offset from before the change. A null time zone is UTC.
 */
export function instantOf(localText: string, timezone: string | null): Date | undefined {
  if (!LOCAL.test(localText)) return undefined
  const local = plainDateTime(localText)
  return local && new Date(local.toZonedDateTime(timezone ?? 'UTC').epochMilliseconds)
}

/** Converts an instant to a local time of a site, `YYYY-MM-DD HH:MM:SS`, without the fraction of the second. */
export const localTextOf = (instant: Date, timezone: string | null): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timezone ?? 'UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

function plainDateTime(localText: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(localText.replace(' ', 'T'))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
