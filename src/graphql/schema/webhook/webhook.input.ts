import { GraphQLDateTime } from 'graphql-scalars'
import { ID, InputType, Int } from 'type-graphql'
import type { NewWebhook } from '../../../domain/webhook/check-webhook.js'
import type { Replay } from '../../../domain/webhook/redeliver.js'
import type { Rotation } from '../../../domain/webhook/rotate-webhook-secret.js'
import type { WebhookChange } from '../../../domain/webhook/update-webhook.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputType({ description: 'What a webhook sends.' })
abstract class WebhookInput {
  @Nullable(
    String,
    'A GraphQL query with the variable `$id: ID!` alone, about this one record, such as `query ($id: ID!) { asset(id: $id) { code status } }`. Its result is the `data` of each event. It runs with the rights of the user who sets it. Null: events have no `data`.',
  )
  readonly query?: string | null

  @Nullable(
    [ID],
    'The UUIDs of the sites whose zones, assets, jobs, inspections and findings cause events. Null: all records do.',
  )
  readonly siteIds?: string[] | null

  @Nullable(
    ID,
    'The UUID of an API key whose changes cause no event: that of the system that receives the events, so that it does not receive its own changes. Null: all changes do.',
  )
  readonly exceptMadeBy?: string | null
}

@InputObject('CreateWebhookInput', 'The webhook to create.')
export class CreateWebhookInput extends WebhookInput implements NewWebhook {
  @NonNull(String, 'The address that receives the events: it begins with `https://`.')
  readonly url!: string

  @NonNull(
    [String],
    'The events, each a record and what happens to it: `created`, `updated`, `removed`, `restored`, `deleted`, a field, such as `asset.zoneId` or `job.technicianId`, or a state, such as `asset.status`, `asset.overdue`, `job.completed`, `job.late`, `site.failing` or `finding.overdue`. `*` stands for all records.',
  )
  readonly triggers!: string[]
}

@InputObject('UpdateWebhookInput', 'Changes to a webhook. Absent fields keep their values.')
export class UpdateWebhookInput extends WebhookInput implements WebhookChange {
  @NonNull(ID, 'The UUID of the webhook.')
  readonly id!: string

  @Nullable(String, 'The address that receives the events. Null is rejected.')
  readonly url?: string | null

  @Nullable([String], 'The events, which replace those of before. Null is rejected.')
  readonly triggers?: string[] | null

  @Nullable(
    Boolean,
    'Whether events are sent. If true, a disabled webhook continues with the next event; the events of the time between are held. Null is rejected.',
  )
  readonly enabled?: boolean | null
}

@InputObject('RotateWebhookSecretInput', 'The webhook that gets another secret.')
export class RotateWebhookSecretInput implements Rotation {
  @NonNull(ID, 'The UUID of the webhook.')
  readonly id!: string

  @Nullable(Int, 'For how many hours the old secret signs, too, 0 to 168; default: 24.')
  readonly overlapHours?: number | null
}

@InputObject('ReplayWebhookInput', 'The events to send again.')
export class ReplayWebhookInput implements Replay {
  @NonNull(ID, 'The UUID of the webhook.')
  readonly id!: string

  @NonNull(GraphQLDateTime, 'The earliest time of the events.')
  readonly from!: Date

  @Nullable(GraphQLDateTime, 'The latest time of the events; null: now.')
  readonly to?: Date | null
}
