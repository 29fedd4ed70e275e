import { validate as isUuid } from 'uuid'
import { isSettled } from '../audit/audit-entry-listing.js'
import { isOneOf, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'

export type StateChangeFilter = FilterOf<typeof stateChangeListing>

const oneOf = (field: string, type: string) => (values: readonly string[]) =>
  isOneOf('StateChange', field, type, values)

export const stateChangeListing = {
  model: 'StateChange',
  filters: {
    recordIds: (ids: readonly string[]) =>
      oneOf('recordId', 'uuid')(ids.filter((id) => isUuid(id))),
    recordTypes: oneOf('recordType', 'text'),
    kinds: oneOf('kind', 'text'),
    states: oneOf('toState', 'text'),
    causes: oneOf('cause', 'text'),
    at: isWithin('at'),
  },
  orders: { transactionId: 'bigint' },
  defaultOrder: [{ field: 'transactionId', direction: 'desc' }],
  // All users of a company see its state changes, but only admins its API keys.
  always: ({ column }) => `${column('kind')} <> 'api_key_expiry'`,
  whenAdvancing: () => isSettled,
} satisfies AnyListing
