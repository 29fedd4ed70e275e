import { contains, type DateTimeRange, is, isWithin } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface JobTypeFilter {
  readonly search: string
  readonly active: boolean
  readonly createdAt: DateTimeRange
}

export const jobTypeListing: Listing<JobTypeFilter> = {
  model: 'JobType',
  filters: {
    search: contains('description'),
    active: is('JobType', 'active'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    description: { type: 'text' },
    createdAt: { type: 'timestamptz' },
  },
}
