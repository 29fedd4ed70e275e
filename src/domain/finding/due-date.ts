import { type RiskLevel, riskIds } from '../risk/risk.js'

const DAY_MS = 86_400_000

/** The days from the opening of a finding until it is due, by its severity: docs/decisions/findings.md. */
export const DUE_DAYS = {
  Critical: 1,
  High: 7,
  Medium: 30,
  Low: 90,
} as const satisfies Record<RiskLevel, number>

const daysByRiskId = new Map<number, number>(
  Object.entries(DUE_DAYS).map(([level, days]) => [riskIds[level as RiskLevel], days]),
)

/** When a finding with this severity, the id of a risk, is due, unless a user has set another date. */
export function dueDateOf(openedAt: Date, riskId: number): Date {
  const days = daysByRiskId.get(riskId)
  if (days === undefined) throw new Error(`expected the id of a risk, got ${riskId}`)
  return new Date(openedAt.getTime() + days * DAY_MS)
}
