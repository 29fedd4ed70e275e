import type { RecordKey } from '../domain.js'
import { contains, type DateTimeRange, isWithin, refersTo } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface ZoneFilter {
  readonly search: string
  readonly siteIds: readonly RecordKey[]
  readonly typeIds: readonly RecordKey[]
  readonly createdAt: DateTimeRange
}

export const zoneListing: Listing<ZoneFilter> = {
  model: 'Zone',
  filters: {
    search: contains('name'),
    siteIds: refersTo('siteId', 'Site'),
    typeIds: refersTo('typeId', 'ZoneType'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    name: { type: 'text' },
    createdAt: { type: 'timestamptz' },
  },
}
