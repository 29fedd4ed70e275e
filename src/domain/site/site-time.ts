import { Temporal } from 'temporal-polyfill'

const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const LOCAL_ISO = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

/**
 * Converts a local time of a site, `YYYY-MM-DD HH:MM:SS`, to an instant; undefined if the text is not such a time. If
 * the time occurs twice, because clocks are set back, the instant is the first one. If clocks skip the time, it is
 * converted with the offset from before the change. A null time zone is UTC.
 */
export function instantOf(localText: string, timezone: string | null): Date | undefined {
  if (!DATE_AND_TIME.test(localText)) return undefined
  const local = plainDateTime(localText.replace(' ', 'T'))
  return local && new Date(local.toZonedDateTime(timezone ?? 'UTC').epochMilliseconds)
}

/**
 * Like `instantOf`, for the formats `YYYY-MM-DDTHH:MM` and `YYYY-MM-DDTHH:MM:SS`. Returns `skipped` for a time that
 * clocks skip, and `malformed` for a text that is not such a time.
 */
export function existingInstantOf(
  localText: string,
  timezone: string | null,
): Date | 'malformed' | 'skipped' {
  const local = LOCAL_ISO.test(localText) ? plainDateTime(localText) : undefined
  if (!local) return 'malformed'
  const zoned = local.toZonedDateTime(timezone ?? 'UTC')
  return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : 'skipped'
}

function plainDateTime(isoText: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(isoText)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
