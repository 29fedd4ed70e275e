import { validate as isUuid } from 'uuid'
import { isOneOf, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type WebhookDeliveryFilter = FilterOf<typeof webhookDeliveryListing>

export const webhookDeliveryListing = {
  model: 'WebhookDelivery',
  filters: {
    ids: refersTo('id', 'WebhookDelivery'),
    webhookIds: refersTo('webhookId', 'Webhook'),
    states: (values: readonly string[]) => isOneOf('WebhookDelivery', 'state', 'text', values),
    types: (values: readonly string[]) => isOneOf('WebhookDelivery', 'type', 'text', values),
    recordIds: (ids: readonly string[]) =>
      isOneOf(
        'WebhookDelivery',
        'recordId',
        'uuid',
        ids.filter((id) => isUuid(id)),
      ),
    createdAt: isWithin('createdAt'),
  },
  orders: { id: 'int' },
  defaultOrder: [{ field: 'id', direction: 'desc' }],
} satisfies AnyListing
