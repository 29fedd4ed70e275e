import { contains, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { hasRisk } from '../risk/risk.js'

export type ZoneTypeFilter = FilterOf<typeof zoneTypeListing>

export const zoneTypeListing = {
  model: 'ZoneType',
  filters: {
    search: contains('description'),
    riskLevels: hasRisk('ZoneType'),
    createdAt: isWithin('createdAt'),
  },
  orders: { id: 'int', description: 'text', riskId: 'int | null', createdAt: 'timestamptz' },
} satisfies AnyListing
