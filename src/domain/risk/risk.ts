import type { Condition } from '../../db/read/filter.js'
import type { ModelName } from '../../db/read/model.js'
import { isOneOf } from '../listing/conditions.js'
import type { ValidationErrors } from '../validation-errors.js'

/** The ids of the risk levels in the table `risk`, which all companies share. */
export const riskIds = { Critical: 1, High: 2, Medium: 3, Low: 4 } as const

export type RiskLevel = keyof typeof riskIds

const byLowerCase = new Map(
  (Object.keys(riskIds) as RiskLevel[]).map((level) => [level.toLowerCase(), level]),
)

/** Looks up the id of an input's `riskLevel`, case-insensitive. Returns null and undefined as they are. */
export function riskIdOf(errors: ValidationErrors, level: string | null | undefined) {
  const found = riskLevelOf(errors, ['riskLevel'], level)
  return found && riskIds[found]
}

/** Looks up a risk level, case-insensitive. Returns null and undefined as they are. */
export function riskLevelOf(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  level: string | null | undefined,
): RiskLevel | null | undefined {
  if (level === null || level === undefined) return level
  const found = byLowerCase.get(level.trim().toLowerCase())
  const levels = Object.keys(riskIds).join(', ')
  if (!found) errors.add('INVALID', path, `One of ${levels} is expected.`)
  return found
}

/** SQL condition: the record has one of the risk levels. */
export const hasRisk =
  (model: ModelName) =>
  (levels: readonly RiskLevel[]): Condition => {
    const ids = levels.map((level) => riskIds[level])
    return isOneOf(model, 'riskId', 'int', ids)
  }
