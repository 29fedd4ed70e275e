/** The cost of a request, as clients see it. */
export interface CostReport {
  readonly requested: number
  readonly limit: number
  /** How much more the request could cost; 0 if it exceeds the limit. */
  readonly remaining: number
}

export const costReport = (requested: number, limit: number): CostReport => ({
  requested,
  limit,
  remaining: Math.max(0, limit - requested),
})

/** The headers of a response. */
export const costHeaders = ({ requested, limit, remaining }: CostReport) => ({
  'x-query-cost': requested,
  'x-query-cost-limit': limit,
  'x-query-cost-remaining': remaining,
})
