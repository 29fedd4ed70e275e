/** Why the service refused a request that may be valid. */
export type Refusal = (typeof REFUSALS)[number]

export const REFUSALS = [
  'overload',
  'processor budget',
  'rate limit',
  'maintenance',
  'unavailable',
] as const
