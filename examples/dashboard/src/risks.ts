import type { RiskLevel } from '../generated/graphql.js'

/** The most critical first. */
export const RISKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const satisfies readonly RiskLevel[]
