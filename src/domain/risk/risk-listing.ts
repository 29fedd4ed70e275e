import { isOneOf } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import type { RiskLevel } from './risk.js'

export type RiskFilter = FilterOf<typeof riskListing>

export const riskListing = {
  model: 'Risk',
  filters: {
    levels: (levels: readonly RiskLevel[]) => isOneOf('Risk', 'level', 'text', levels),
  },
  orders: { id: 'int', value: 'int' },
} satisfies AnyListing
