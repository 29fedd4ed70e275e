import type { Role } from '../access/policy.js'
import {
  containedGrams,
  contains,
  type DateTimeRange,
  is,
  isWithin,
} from '../listing/conditions.js'
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
    search: (text) => (scope) => {
      const contained = containedGrams(scope, text)
      if (!contained) return contains('searchText')(text)(scope)
      return `${scope.column('id')} = any(array(select u.id from app_user u where ${contained('u', 'u.search_text')}))`
    },
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
