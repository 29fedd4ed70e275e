import { contains, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type ZoneFilter = FilterOf<typeof zoneListing>

export const zoneListing = {
  model: 'Zone',
  filters: {
    ids: refersTo('id', 'Zone'),
    search: contains('name'),
    siteIds: refersTo('siteId', 'Site'),
    typeIds: refersTo('typeId', 'ZoneType'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: { id: 'int', name: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
} satisfies AnyListing
