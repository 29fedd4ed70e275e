import { isOneOf } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'
import type { RiskLevel } from './risk.js'

export interface RiskFilter {
  readonly levels: readonly RiskLevel[]
}

export const riskListing: Listing<RiskFilter> = {
  model: 'Risk',
  filters: { levels: isOneOf('Risk', 'level', 'text') },
  orders: { id: { type: 'int' }, value: { type: 'int' } },
}
