import { ID } from 'type-graphql'
import type { Combined } from '../../../domain/listing/listing.js'
import {
  type WebhookDeliveryFilter,
  webhookDeliveryListing,
} from '../../../domain/webhook/webhook-delivery-listing.js'
import { type WebhookFilter, webhookListing } from '../../../domain/webhook/webhook-listing.js'
import { connectionType } from '../common/connection.type.js'
import { DateTimeRangeInput, FilterInput, RecordTimesFilter } from '../common/filter.input.js'
import { Nullable } from '../common/type.decorator.js'
import { DeliveryStateEnum, WebhookDeliveryNode, WebhookNode } from './webhook.type.js'

@FilterInput('Webhook')
class WebhookFilterInput extends RecordTimesFilter implements Combined<WebhookFilter> {
  @Nullable(Boolean, 'Whether the webhook is disabled.')
  readonly disabled?: boolean | null
}

export const WebhookConnection = connectionType(WebhookNode, webhookListing, WebhookFilterInput)

@FilterInput('WebhookDelivery')
class WebhookDeliveryFilterInput implements Combined<WebhookDeliveryFilter> {
  @Nullable([ID], 'The delivery is for one of these webhooks.')
  readonly webhookIds?: string[] | null

  @Nullable([DeliveryStateEnum], 'The state is one of these.')
  readonly states?: string[] | null

  @Nullable([String], 'The type of the event is one of these.')
  readonly types?: string[] | null

  @Nullable([ID], 'The record that has changed has one of these UUIDs.')
  readonly recordIds?: string[] | null

  @Nullable(DateTimeRangeInput, 'The event was written in this range.')
  readonly createdAt?: DateTimeRangeInput | null
}

export const WebhookDeliveryConnection = connectionType(
  WebhookDeliveryNode,
  webhookDeliveryListing,
  WebhookDeliveryFilterInput,
)
