import { contains, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'

export type DocumentFilter = FilterOf<typeof documentListing>

export const documentListing = {
  model: 'Document',
  filters: { search: contains('name'), createdAt: isWithin('createdAt') },
  orders: { id: 'int', name: 'text', createdAt: 'timestamptz' },
} satisfies AnyListing
