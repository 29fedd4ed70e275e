import { equalsOneOf } from '../../db/read/equals-one-of.js'
import type { Condition } from '../../db/read/filter.js'
import type { Role } from '../access/viewer.js'
import { is, isWithin, isOneOf } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { containsByGrams } from '../listing/text-grams.js'
import { refersTo } from '../listing/references.js'

export type UserFilter = FilterOf<typeof userListing>

export const userListing = {
  model: 'User',
  filters: {
    ids: refersTo('id', 'User'),
    emails: (emails: readonly string[]) =>
      isOneOf(
        'User',
        'email',
        'text',
        emails.map((email) => email.trim().toLowerCase()),
      ),
    search: containsByGrams('User', 'searchText'),
    roles:
      (roles: readonly Role[]): Condition =>
      ({ column, company, parameter }) =>
        `${column('id')} in (select x.user_id from membership x
          where x.company_id = ${company} and x.role ${equalsOneOf(roles, 'role', parameter)})`,
    active: is('User', 'active'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    lastName: 'text',
    firstName: 'text',
    email: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
