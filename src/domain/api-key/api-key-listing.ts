import type { Condition } from '../../db/read/page.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'

export type ApiKeyFilter = FilterOf<typeof apiKeyListing>

export const apiKeyListing = {
  model: 'ApiKey',
  filters: {
    revoked:
      (revoked: boolean): Condition =>
      ({ column }) =>
        `${column('revokedAt')} is ${revoked ? 'not ' : ''}null`,
  },
  orders: { id: 'int' },
} satisfies AnyListing
