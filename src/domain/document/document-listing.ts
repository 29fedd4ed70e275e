import { contains, type DateTimeRange, isWithin } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface DocumentFilter {
  readonly search: string
  readonly createdAt: DateTimeRange
}

export const documentListing: Listing<DocumentFilter> = {
  model: 'Document',
  filters: { search: contains('name'), createdAt: isWithin('createdAt') },
  orders: { id: { type: 'int' }, name: { type: 'text' }, createdAt: { type: 'timestamptz' } },
}
