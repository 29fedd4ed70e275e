import { contains, is, isWithin } from '../listing/conditions.js'
import { type AnyListing, byText, type FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type JobTypeFilter = FilterOf<typeof jobTypeListing>

/** The types that a new job can have. */
export const isActiveJobType = is('JobType', 'active')(true)

export const jobTypeListing = {
  model: 'JobType',
  filters: {
    ids: refersTo('id', 'JobType'),
    search: contains('description'),
    active: is('JobType', 'active'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    name: byText('description'),
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
