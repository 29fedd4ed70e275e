import { contains, isWithin } from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type ChecklistFilter = FilterOf<typeof checklistListing>

export const checklistListing = {
  model: 'Checklist',
  filters: {
    ids: refersTo('id', 'Checklist'),
    search: contains('name'),
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
