import { Temporal } from 'temporal-polyfill'

const LOCAL = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/**
 * The instant at which clocks of a site show a local time `YYYY-MM-DD HH:MM:SS`; undefined where the text is no such
 * time. Of a time that clocks show twice, the first; one that they skip is read by the clock as it was before the
 * skip. A null zone is UTC.
 */
export function instantOf(localText: string, timezone: string | null): Date | undefined {
  if (!LOCAL.test(localText)) return undefined
  const local = plainDateTime(localText)
  return local && new Date(local.toZonedDateTime(timezone ?? 'UTC').epochMilliseconds)
}

/** What clocks of a site show at an instant: `YYYY-MM-DD HH:MM:SS`, without the fraction of the second. */
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
