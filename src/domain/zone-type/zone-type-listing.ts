import { contains, type DateTimeRange, hasRisk, isWithin } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'
import type { RiskLevel } from '../risk/risk.js'

export interface ZoneTypeFilter {
  readonly search: string
  readonly riskLevels: readonly RiskLevel[]
  readonly createdAt: DateTimeRange
}

export const zoneTypeListing: Listing<ZoneTypeFilter> = {
  model: 'ZoneType',
  filters: {
    search: contains('description'),
    riskLevels: hasRisk(),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    description: { type: 'text' },
    riskId: { type: 'int', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
}
