import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { Key, keyInput } from '../common/key.input.js'
import {
  ConnectionField,
  ConnectionQuery,
  FOR_ADMINS,
  RecordQuery,
} from '../common/query.decorator.js'
import { WebhookConnection, WebhookDeliveryConnection } from './webhook.connection.js'
import { WebhookDeliveryNode, WebhookNode } from './webhook.type.js'

@Resolver(() => WebhookNode)
export class WebhookResolver {
  @RecordQuery(WebhookNode, 'The webhook with this id; null if there is none. For admins.')
  webhook(@Key(keyInput('Webhook')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(WebhookConnection, 'The webhooks of the company. For admins.', FOR_ADMINS)
  webhooks(@FieldReader() read: FieldReader) {
    return read.connection('Webhook')
  }

  @RecordQuery(WebhookDeliveryNode, 'The delivery with this id; null if there is none. For admins.')
  webhookDelivery(
    @Key(keyInput('WebhookDelivery')) key: KeyArguments,
    @FieldReader() read: FieldReader,
  ) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(
    WebhookDeliveryConnection,
    'The deliveries of all webhooks, newest first. For admins.',
    FOR_ADMINS,
  )
  webhookDeliveries(@FieldReader() read: FieldReader) {
    return read.connection('WebhookDelivery')
  }

  @ConnectionField(
    WebhookDeliveryConnection,
    'The deliveries of the webhook, newest first.',
    FOR_ADMINS,
  )
  deliveries(@Root() webhook: object, @FieldReader() read: FieldReader) {
    return read.children(webhook)
  }
}
