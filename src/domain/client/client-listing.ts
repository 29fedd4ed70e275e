import { contains, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'

export type ClientFilter = FilterOf<typeof clientListing>

export const clientListing = {
  model: 'Client',
  filters: { search: contains('searchText'), createdAt: isWithin('createdAt') },
  orders: { id: 'int', legalName: 'text', createdAt: 'timestamptz' },
} satisfies AnyListing
