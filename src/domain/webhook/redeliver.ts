import { Prisma } from '../../db/generated/prisma/client.js'
import { authorise } from '../access/authorise.js'
import {
  type ById,
  type Changed,
  type Domain,
  inTransaction,
  type TransactionDomain,
} from '../domain.js'
import { idAndUuid } from '../record/record-key.js'
import { requireForUpdate, requireFound } from '../record/require-record.js'
import { ValidationErrors } from '../validation-errors.js'

/** What a delivery has when it is queued again: the id and the bytes stay. */
const queuedAgain = (now: Date) => ({
  ...{ state: 'pending', retries: 0, nextAttemptAt: now, claimedUntil: null },
})

/** Sends a delivery again, now. Its attempts and their schedule begin again. */
export async function redeliver(domain: Domain, { id: key }: ById): Promise<Changed> {
  authorise(domain.viewer, 'redeliver')
  return inTransaction(domain, async (tx) => {
    const { companyId } = tx.viewer
    const found = requireFound('WebhookDelivery', await lockDelivery(tx, { id: key }), () => false)
    const errors = new ValidationErrors(domain)
    if (found.disabled) errors.add('WRONG_STATE', 'id', 'The webhook is disabled or removed.')
    errors.throwIfAny()
    await tx.prisma.webhookDelivery.updateMany({
      where: { companyId, id: found.id },
      data: queuedAgain(domain.now()),
    })
    return { id: found.id }
  })
}

async function lockDelivery({ prisma, viewer }: TransactionDomain, { id: key }: ById) {
  const [id, uuid] = idAndUuid(key)
  const condition = uuid === null ? Prisma.sql`d.id = ${id}` : Prisma.sql`d.uuid = ${uuid}::uuid`
  const { companyId } = viewer
  const [row] = await prisma.$queryRaw<{ id: number; disabled: boolean }[]>`
    select d.id, (select w.disabled_at is not null or w.deleted_at is not null from webhook w
      where w.company_id = ${companyId} and w.id = d.webhook_id) as disabled
    from webhook_delivery d
    where ${condition} and d.company_id = ${companyId}
    for update`
  return row
}

export interface Replay extends ById {
  /** The first and the last time of the events; both inclusive. */
  readonly from: Date
  readonly to?: Date | null | undefined
}

/** Sends all events of a webhook from a period again that are not pending. Returns their number as `count`. */
export async function replayWebhook(
  domain: Domain,
  { id, from, to }: Replay,
): Promise<Changed & { readonly count: number }> {
  authorise(domain.viewer, 'replayWebhook')
  return inTransaction(domain, async (tx) => {
    const { companyId } = tx.viewer
    const webhook = await requireForUpdate(tx, 'Webhook', id)
    const errors = new ValidationErrors(domain)
    if (webhook.disabledAt) errors.add('WRONG_STATE', 'id', 'This webhook is disabled.')
    if (errors.instant('from', from) && to && errors.instant('to', to) && to < from) {
      errors.add('OUT_OF_RANGE', 'to', 'A time that is not before `from` is expected.')
    }
    errors.throwIfAny()
    const createdAt = { gte: from, ...(to && { lte: to }) }
    const { count } = await tx.prisma.webhookDelivery.updateMany({
      where: { companyId, webhookId: webhook.id, state: { not: 'pending' }, createdAt },
      data: queuedAgain(domain.now()),
    })
    return { id: webhook.id, count }
  })
}
