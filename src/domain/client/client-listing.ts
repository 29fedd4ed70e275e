import { contains, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type ClientFilter = FilterOf<typeof clientListing>

export const clientListing = {
  model: 'Client',
  filters: {
    ids: refersTo('id', 'Client'),
    search: contains('searchText'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: { id: 'int', legalName: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
} satisfies AnyListing
