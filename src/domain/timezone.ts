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
  const own = errors.later()
  const name = isKnownToNode(text)
    ? (await namesInPostgres(domain)).get(text.toLowerCase())
    : undefined
  if (name === undefined) {
    own.add('INVALID', path, 'An IANA time zone, such as Europe/London, is expected.')
  }
  return (name ?? text) as Value
}

let reading: Promise<ReadonlyMap<string, string>> | undefined

/**
 * The names that PostgreSQL knows, by their spelling in lower case. They are read once in a process: PostgreSQL opens a file
 * for each of them, which takes 50 ms.
 */
async function namesInPostgres(domain: Domain): Promise<ReadonlyMap<string, string>> {
  // Other requests wait for this read too, so it goes on if the client of this one leaves.
  reading ??= queryRows<{ name: string }>(
    { ...domain, db: domain.db.forCaller({ disconnect: undefined }) },
    { text: 'select name from pg_timezone_names' },
  ).then((rows) => new Map(rows.map(({ name }) => [name.toLowerCase(), name])))
  try {
    return await reading
  } catch (error) {
    reading = undefined
    throw error
  }
}

function isKnownToNode(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
