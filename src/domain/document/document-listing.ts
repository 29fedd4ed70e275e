import { contains, is, isWithin } from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type DocumentFilter = FilterOf<typeof documentListing>

export const documentListing = {
  model: 'Document',
  filters: {
    ids: refersTo('id', 'Document'),
    search: contains('name'),
    ofCompany: is('Document', 'ofCompany'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    name: byText('sortedName'),
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
