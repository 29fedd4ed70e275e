import type { TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

const MAX_WEBHOOKS = 100

/** Rejects one more webhook of a company that has the most. Locks the company, so that concurrent requests count each other's webhooks. */
export async function checkWebhookLimit(
  { db, prisma, viewer: { companyId } }: TransactionDomain,
  errors: ValidationErrors,
  path: readonly string[],
): Promise<void> {
  await db.write({
    name: 'lock-company-of-webhooks',
    text: 'select id from company where id = $1 for no key update',
    values: [companyId],
  })
  const count = await prisma.webhook.count({ where: { companyId, deletedAt: null } })
  if (count < MAX_WEBHOOKS) return
  errors.add('NOT_ALLOWED', path, `A company can have at most ${MAX_WEBHOOKS} webhooks.`)
}

/** Holds what waits for an attempt when a webhook is in use again: `replayWebhook` sends it. */
export const holdPending = (
  { prisma, viewer: { companyId } }: TransactionDomain,
  webhookId: number,
) =>
  prisma.webhookDelivery.updateMany({
    where: { companyId, webhookId, state: 'pending' },
    data: { state: 'held' },
  })
