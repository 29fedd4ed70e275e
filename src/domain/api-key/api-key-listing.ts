import type { Listing } from '../listing/listing.js'

export interface ApiKeyFilter {
  readonly revoked: boolean
}

export const apiKeyListing: Listing<ApiKeyFilter> = {
  model: 'ApiKey',
  filters: {
    revoked:
      (revoked) =>
      ({ column }) =>
        `${column('revokedAt')} is ${revoked ? 'not ' : ''}null`,
  },
  orders: { id: { type: 'int' } },
}
