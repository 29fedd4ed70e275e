import { isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type ChecklistVersionFilter = FilterOf<typeof checklistVersionListing>

export const checklistVersionListing = {
  model: 'ChecklistVersion',
  filters: {
    ids: refersTo('id', 'ChecklistVersion'),
    createdByIds: refersTo('userId', 'User'),
    createdAt: isWithin('createdAt'),
  },
  orders: { id: 'int', number: 'int', createdAt: 'timestamptz' },
  defaultOrder: [{ field: 'number', direction: 'desc' }],
} satisfies AnyListing
