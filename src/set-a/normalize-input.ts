/**
 * Trims strings and turns empty ones into null, as Laravel's middleware does. A body other than an object becomes `{}`.
 */
export function normalizeBody(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return {}
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, clean(value)]))
}

const clean = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

/**
 * Trims the parameters of a query and removes empty ones. The last value of a repeated parameter counts. `name[…]`
 * becomes an array, as in PHP. Validation then refuses it, because parameters are not arrays; only `page[…]` is
 * accepted, as page 1.
 */
export function normalizeQuery(part: unknown): unknown {
  const entries = Object.entries(part as Record<string, unknown>)
  const last = entries.map(([name, value]) => {
    const [key = '', ...brackets] = name.split('[')
    const one = clean([value].flat().at(-1))
    return [key, brackets.length > 0 ? [one] : one] as const
  })
  return Object.fromEntries(last.filter(([, value]) => value !== null))
}
