import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { changeRecord } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import type { WebhookServices } from './webhook-queries.js'
import { newWebhookSecret, sealSecret } from './webhook-secret.js'

export interface Rotation extends ById {
  /** How long the old secret signs, too. Absent: 24. */
  readonly overlapHours?: number | null | undefined
}

const HOUR_MS = 3_600_000

/** Gives a webhook another secret. Until the end of the overlap, events have the signatures of both. Returns the new secret. */
export async function rotateWebhookSecret(
  domain: Domain,
  { settings }: WebhookServices,
  { id, overlapHours }: Rotation,
): Promise<Changed & { readonly secret: string }> {
  authorise(domain.viewer, 'rotateWebhookSecret')
  return inTransaction(domain, async (tx) => {
    const locked = await requireForUpdate(tx, 'Webhook', id)
    const errors = new ValidationErrors(domain)
    const hours = errors.integer('overlapHours', overlapHours ?? 24, 0, 168)
    errors.throwIfAny()
    const { secret, text } = newWebhookSecret()
    const changed = await changeRecord(tx, 'Webhook', locked, {
      secret: sealSecret(secret, settings.encryptionKey),
      previousSecret: locked.secret,
      previousUntil: new Date(+domain.now() + hours * HOUR_MS),
    })
    return { ...changed, secret: text }
  })
}
