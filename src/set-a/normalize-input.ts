/** As Laravel's middleware does: strings are trimmed, and empty ones become null. */
export function normalizeBody(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return {}
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, clean(value)]))
}

const clean = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)

/**
 * The same for a query: empty parameters are removed, and of repeated ones the last counts. A parameter `name[…]` becomes
 * an array, as in PHP; no operation has one, so that validation refuses it.
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
