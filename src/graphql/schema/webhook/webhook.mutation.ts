import { Ctx, Int, Mutation, Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createWebhook } from '../../../domain/webhook/create-webhook.js'
import { redeliver, replayWebhook } from '../../../domain/webhook/redeliver.js'
import { rotateWebhookSecret } from '../../../domain/webhook/rotate-webhook-secret.js'
import { testWebhook } from '../../../domain/webhook/test-webhook.js'
import { updateWebhook } from '../../../domain/webhook/update-webhook.js'
import type { Context } from '../../context.js'
import { payloadType } from '../common/payload.type.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { Nullable } from '../common/type.decorator.js'
import { IdInput, Input, MutationWriter, RecordMutation } from '../common/write.decorator.js'
import {
  CreateWebhookInput,
  ReplayWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
} from './webhook.input.js'
import { WebhookDeliveryNode, WebhookNode } from './webhook.type.js'

const SECRET =
  'The secret with which the receiver verifies the events, `whsec_…`. It cannot be read again. Null if there are `userErrors`.'

const CreateWebhookPayload = payloadType('createWebhook', WebhookNode)
Nullable(String, SECRET)(CreateWebhookPayload.prototype, 'secret')

const RotateWebhookSecretPayload = payloadType('rotateWebhookSecret', WebhookNode, 'webhook')
Nullable(String, SECRET)(RotateWebhookSecretPayload.prototype, 'secret')

const ReplayWebhookPayload = payloadType('replayWebhook', WebhookNode)
Nullable(Int, 'The number of events that are sent again. Null if there are `userErrors`.')(
  ReplayWebhookPayload.prototype,
  'count',
)

@Resolver()
export class WebhookMutation {
  @Mutation(() => CreateWebhookPayload, {
    nullable: true,
    description:
      'Creates a webhook: the service then sends an event to its address for each change that its triggers name. An API key with scopes may not call it. For admins.',
  })
  createWebhook(
    @Input(CreateWebhookInput) input: CreateWebhookInput,
    @MutationWriter() write: MutationWriter,
    @Ctx() { webhooks }: Context,
  ) {
    return write.record((domain) => createWebhook(domain, webhooks, input))
  }

  @RecordMutation(WebhookNode, 'Changes a webhook, or enables or disables it. For admins.')
  updateWebhook(
    @Input(UpdateWebhookInput) input: UpdateWebhookInput,
    @MutationWriter() write: MutationWriter,
    @Ctx() { webhooks }: Context,
  ) {
    return write.record((domain) => updateWebhook(domain, webhooks, input))
  }

  @RemoveMutation(WebhookNode, 'Events of the time until it is restored are not sent.')
  removeWebhook(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Webhook', input))
  }

  @RestoreMutation(WebhookNode, 'What waited for an attempt is held: `replayWebhook` sends it.')
  restoreWebhook(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Webhook', input))
  }

  @Mutation(() => RotateWebhookSecretPayload, {
    nullable: true,
    description:
      'Gives a webhook another secret. Until the end of the overlap, events have the signatures of both. For admins.',
  })
  rotateWebhookSecret(
    @Input(RotateWebhookSecretInput, { noun: 'webhook that gets another secret' })
    input: RotateWebhookSecretInput,
    @MutationWriter() write: MutationWriter,
    @Ctx() { webhooks }: Context,
  ) {
    return write.record((domain) => rotateWebhookSecret(domain, webhooks, input))
  }

  @RecordMutation(
    WebhookDeliveryNode,
    'Sends an event of the type `webhook.test`, which has no record of the company. For admins.',
    'delivery',
  )
  testWebhook(
    @IdInput({ noun: 'webhook' }) input: IdInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => testWebhook(domain, input))
  }

  @RecordMutation(
    WebhookDeliveryNode,
    'Sends a delivery again, with the same id and the same bytes. For admins.',
    'delivery',
  )
  redeliver(
    @IdInput({ noun: 'delivery' }) input: IdInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => redeliver(domain, input))
  }

  @Mutation(() => ReplayWebhookPayload, {
    nullable: true,
    description:
      'Sends all events of a webhook from a period again, with the same ids and the same bytes: those that were delivered, that failed, and that were held. For admins.',
  })
  replayWebhook(
    @Input(ReplayWebhookInput) input: ReplayWebhookInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => replayWebhook(domain, input))
  }
}
