import type { Condition } from '../../db/read/filter.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type ApiKeyFilter = FilterOf<typeof apiKeyListing>

export const apiKeyListing = {
  model: 'ApiKey',
  filters: {
    ids: refersTo('id', 'ApiKey'),
    revoked:
      (revoked: boolean): Condition =>
      ({ column }) =>
        `${column('revokedAt')} is ${revoked ? 'not ' : ''}null`,
  },
  orders: { id: 'int' },
} satisfies AnyListing
