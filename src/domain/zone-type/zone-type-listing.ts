import { contains, isWithin } from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { hasRisk } from '../risk/risk.js'
import { refersTo } from '../listing/references.js'

export type ZoneTypeFilter = FilterOf<typeof zoneTypeListing>

export const zoneTypeListing = {
  model: 'ZoneType',
  filters: {
    ids: refersTo('id', 'ZoneType'),
    search: contains('description'),
    riskLevels: hasRisk('ZoneType'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    name: byText('description'),
    riskId: 'int | null',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
