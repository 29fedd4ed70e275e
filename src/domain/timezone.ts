import { type Domain, queryRows } from './domain.js'
import type { ValidationErrors } from './validation-errors.js'

/**
 * Checks the name of an IANA time zone, case-insensitively, and returns its canonical spelling. Both Node and
 * PostgreSQL must know the zone.
 */
export async function checkTimezone<Value extends string | null | undefined>(
  domain: Domain,
  errors: ValidationErrors,
  path: string | readonly string[],
  value: Value,
): Promise<Value | null> {
  const text = errors.optionalText(path, value, 64)
  if (typeof text !== 'string') return text
  const [zone] = isKnownToNode(text)
    ? await queryRows<{ name: string }>(domain, {
        name: 'find-time-zone',
        text: 'select name from pg_timezone_names where lower(name) = lower($1)',
        values: [text],
      })
    : []
  if (!zone) errors.add('INVALID', path, 'An IANA time zone, such as Europe/London, is expected.')
  return (zone?.name ?? text) as Value
}

function isKnownToNode(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
