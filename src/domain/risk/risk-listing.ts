import { isOneOf } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import type { RiskLevel } from './risk.js'
import { refersTo } from '../listing/references.js'

export type RiskFilter = FilterOf<typeof riskListing>

export const riskListing = {
  model: 'Risk',
  filters: {
    ids: refersTo('id', 'Risk'),
    levels: (levels: readonly RiskLevel[]) => isOneOf('Risk', 'level', 'text', levels),
  },
  orders: { id: 'int', value: 'int' },
} satisfies AnyListing
