import { authorise } from '../access/authorise.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { findEnd } from '../change-feed/read-changes.js'
import { startFollowing } from '../log-follower/position.js'
import { insertRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import {
  checkQuery,
  checkSites,
  checkTriggers,
  checkUrl,
  findExceptedKey,
  type NewWebhook,
} from './check-webhook.js'
import type { WebhookServices } from './webhook-queries.js'
import { newWebhookSecret, sealSecret } from './webhook-secret.js'
import { checkWebhookLimit } from './webhooks-in-use.js'

/** The name under which the position in the log is stored. */
export const CONSUMER = 'webhooks'

/** Creates a webhook. Its query runs with the rights of the viewer. Returns the secret, which cannot be read later. */
export async function createWebhook(
  domain: Domain,
  services: WebhookServices,
  input: NewWebhook,
): Promise<Created & { readonly secret: string }> {
  authorise(domain.viewer, 'createWebhook')
  const { settings } = services
  return inTransaction(domain, async (tx) => {
    const { companyId, userId } = tx.viewer
    const errors = new ValidationErrors(domain)
    const url = checkUrl(errors, input.url, settings)
    const triggers = checkTriggers(errors, input.triggers, services)
    const query = checkQuery(errors, tx, input.query, services)
    const siteIds = await checkSites(tx, errors, input.siteIds)
    const exceptApiKeyId = await findExceptedKey(tx, errors, input.exceptMadeBy)
    await checkWebhookLimit(tx, errors, [])
    errors.throwIfAny()
    const { secret, text } = newWebhookSecret()
    const end = await findEnd(tx.db, companyId, 'write')
    const created = await insertRecord(tx, 'Webhook', {
      ...{ url: url ?? '', triggers: triggers ?? [], query, siteIds, exceptApiKeyId, userId },
      secret: sealSecret(secret, settings.encryptionKey),
      sinceTransactionId: BigInt(end.transactionId),
    })
    await startFollowing(tx.db, { companyId, consumer: CONSUMER }, end)
    return { ...created, secret: text }
  })
}
