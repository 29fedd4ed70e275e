import type { Role } from '../access/policy.js'
import { containsByGrams, type DateTimeRange, is, isWithin } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface UserFilter {
  readonly search: string
  readonly role: Role
  readonly active: boolean
  readonly createdAt: DateTimeRange
}

export const userListing: Listing<UserFilter> = {
  model: 'User',
  filters: {
    search: containsByGrams('User', 'searchText'),
    role:
      (role) =>
      ({ column, company, parameter }) =>
        `${column('id')} in (select x.user_id from membership x
          where x.company_id = ${company} and x.role = ${parameter(role, 'role')})`,
    active: is('User', 'active'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    lastName: { type: 'text' },
    firstName: { type: 'text' },
    email: { type: 'text' },
    createdAt: { type: 'timestamptz' },
  },
}
