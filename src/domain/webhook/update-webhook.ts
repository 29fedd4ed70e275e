import type { Changed, Domain } from '../domain.js'
import { type Change, updateRecord } from '../record/update-record.js'
import {
  checkQuery,
  checkSites,
  checkTriggers,
  checkUrl,
  findExceptedKey,
  type NewWebhook,
} from './check-webhook.js'
import type { WebhookServices } from './webhook-queries.js'
import { holdPending } from './webhooks-in-use.js'

export type WebhookChange = Change<
  NewWebhook & {
    /** Whether events are sent. If true, a webhook that was disabled continues with the next event. */
    readonly enabled: boolean
  }
>

/**
 * Updates a webhook. Its query then runs with the rights of the viewer, if the input has one. What is pending when a disabled webhook is
 * enabled is held: `replayWebhook` sends it.
 */
export const updateWebhook = (
  domain: Domain,
  services: WebhookServices,
  input: WebhookChange,
): Promise<Changed> =>
  updateRecord(domain, 'Webhook', input, async (tx, errors, { id: webhookId, disabledAt }) => {
    const { userId } = tx.viewer
    const url = input.url === undefined ? undefined : checkUrl(errors, input.url, services.settings)
    const triggers =
      input.triggers === undefined ? undefined : checkTriggers(errors, input.triggers, services)
    const query = checkQuery(errors, tx, input.query, services)
    const siteIds = await checkSites(tx, errors, input.siteIds)
    const exceptApiKeyId = await findExceptedKey(tx, errors, input.exceptMadeBy)
    const enabled = errors.required('enabled', input.enabled)
    const isDisabled = disabledAt !== null
    if (enabled === true && isDisabled) await holdPending(tx, webhookId)
    return {
      ...{ url, triggers, query, siteIds, exceptApiKeyId },
      ...(query != null && { userId }),
      ...(enabled === false &&
        !isDisabled && { disabledAt: domain.now(), disabledReason: 'request' }),
      ...(enabled === true &&
        isDisabled && {
          ...{ disabledAt: null, disabledReason: null, failingSince: null, pausedUntil: null },
          userId,
        }),
    }
  })
