import type { ValidationErrors } from '../validation-errors.js'

/** The levels of risk, canonical spelling, and the ids of their rows. */
export const riskIds = { Critical: 1, High: 2, Medium: 3, Low: 4 } as const

export type RiskLevel = keyof typeof riskIds

const byLowerCase = new Map(Object.entries(riskIds).map(([level, id]) => [level.toLowerCase(), id]))

/** The id of a level named in any case. Null and undefined stay what they are. */
export function riskIdOf(errors: ValidationErrors, path: string, level: string | null | undefined) {
  if (level === null || level === undefined) return level
  const id = byLowerCase.get(level.trim().toLowerCase())
  if (!id) errors.add('INVALID', path, `One of ${Object.keys(riskIds).join(', ')} is expected.`)
  return id
}
