import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import { ApiKeyNode } from '../api-key/api-key.type.js'
import { enumType } from '../common/enum-type.js'
import { NodeInterface, NodeType } from '../common/node.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { RemovableNode, UserNode } from '../user/user.type.js'

export const DisabledReasonEnum = enumType(
  'WebhookDisabledReason',
  'Why the events of a webhook are not sent.',
  {
    request: 'A user has disabled it.',
    gone: 'The receiver responded with the status 410.',
    failing: 'All attempts to deliver an event failed, and no other event was delivered meanwhile.',
    creator: 'The user with whose rights its query runs is inactive or removed.',
  },
)

@NodeType(
  'Webhook',
  'An address to which the service sends an event when a record changes, as Standard Webhooks defines it.',
)
export class WebhookNode extends RemovableNode {
  @NonNull(String, 'The address that receives the events, with POST.')
  readonly url!: string

  @NonNull([String], 'The events, such as `asset.status`, `job.created` and `*.removed`.')
  readonly triggers!: string[]

  @Nullable(String, 'The query about the record `$id` whose result each event has as `data`.')
  readonly query!: string | null

  @Nullable([ID], 'The UUIDs of the sites whose records cause events; null if all do.')
  readonly siteIds!: string[] | null

  @Nullable(ApiKeyNode, 'Changes that were made with this API key cause no event.')
  readonly exceptMadeBy!: ApiKeyNode | null

  @NonNull(UserNode, 'The user with whose rights the query runs.')
  readonly createdBy!: UserNode

  @Nullable(
    GraphQLDateTime,
    'Until when the secret before the last rotation signs, too; null if it was never rotated.',
  )
  readonly previousSecretUntil!: Date | null

  @Nullable(GraphQLDateTime, 'When the webhook was disabled; null if its events are sent.')
  readonly disabledAt!: Date | null

  @Nullable(DisabledReasonEnum, 'Why it was disabled; null if its events are sent.')
  readonly disabledReason!: string | null

  @Nullable(
    GraphQLDateTime,
    'Since when all attempts have failed; null if the last one has succeeded.',
  )
  readonly failingSince!: Date | null
}

export const DeliveryStateEnum = enumType('WebhookDeliveryState', 'The state of a delivery.', {
  pending: 'It is sent as soon as it is due.',
  delivered: 'The receiver has accepted it with a status from 200 to 299.',
  failed: 'The last attempt has failed.',
  held: 'The webhook was disabled when it was due. `replayWebhook` and `redeliver` send it.',
})

@ValueType('WebhookAttempt', 'An attempt to deliver an event.')
class WebhookAttemptType {
  @NonNull(GraphQLDateTime, 'When it began.')
  readonly at!: Date

  @Nullable(Int, 'The status of the response; null if there was none.')
  readonly status!: number | null

  @Nullable(String, 'Why it failed; null if it succeeded.')
  readonly error!: string | null

  @NonNull(Int, 'How long it took, in milliseconds.')
  readonly milliseconds!: number
}

@NodeType('WebhookDelivery', 'An event for one webhook. It is kept for 30 days.')
export class WebhookDeliveryNode extends NodeInterface {
  @NonNull(WebhookNode, 'The webhook.')
  readonly webhook!: WebhookNode

  @NonNull(String, 'The type of the event, such as `asset.status` or `job.created`.')
  readonly type!: string

  @Nullable(ID, 'The UUID of the record that has changed.')
  readonly recordId!: string | null

  @NonNull(String, 'The JSON text that every attempt sends.')
  readonly body!: string

  @NonNull(DeliveryStateEnum, 'Whether the event has been delivered.')
  readonly state!: string

  @NonNull(Int, 'The number of attempts.')
  readonly attemptsCount!: number

  @NonNull([WebhookAttemptType], 'The last ten attempts, oldest first.')
  readonly attempts!: WebhookAttemptType[]

  @NonNull(
    GraphQLDateTime,
    'If the delivery is pending: when the next attempt is due, or, during an attempt, when another one would follow.',
  )
  readonly nextAttemptAt!: Date

  @NonNull(GraphQLDateTime, 'When the event was written.')
  readonly createdAt!: Date

  @Nullable(GraphQLDateTime, 'When the receiver accepted it; null if it has not.')
  readonly deliveredAt!: Date | null
}
