import { Temporal } from 'temporal-polyfill'

const LOCAL = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/**
 * Converts a local time of a site, `YYYY-MM-DD HH:MM:SS`, to an instant; undefined if the text is not such a time. If the
 * time occurs twice, because clocks are set back, the instant is the first one. If clocks skip the time, it is converted
 * with the offset from before the change. A null time zone is UTC.
 */
export function instantOf(localText: string, timezone: string | null): Date | undefined {
  if (!LOCAL.test(localText)) return undefined
  const local = plainDateTime(localText)
  return local && new Date(local.toZonedDateTime(timezone ?? 'UTC').epochMilliseconds)
}

function plainDateTime(localText: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(localText.replace(' ', 'T'))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
