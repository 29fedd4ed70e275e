/** Whether a value contains an infinite number or NaN. */
export function hasInfinity(variables: object): boolean {
  let found = false
  JSON.stringify(variables, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) found = true
    return value
  })
  return found
}
