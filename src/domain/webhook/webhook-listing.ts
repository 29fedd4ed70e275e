import type { Condition } from '../../db/read/filter.js'
import { isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type WebhookFilter = FilterOf<typeof webhookListing>

export const webhookListing = {
  model: 'Webhook',
  filters: {
    ids: refersTo('id', 'Webhook'),
    disabled:
      (disabled: boolean): Condition =>
      ({ column }) =>
        `${column('disabledAt')} is ${disabled ? 'not ' : ''}null`,
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: { id: 'int', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
} satisfies AnyListing
