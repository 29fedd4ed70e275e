import { contains, type DateTimeRange, isWithin } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface ClientFilter {
  readonly search: string
  readonly createdAt: DateTimeRange
}

export const clientListing: Listing<ClientFilter> = {
  model: 'Client',
  filters: {
    search: contains('searchText'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    legalName: { type: 'text' },
    createdAt: { type: 'timestamptz' },
  },
}
