import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { findEnd } from '../change-feed/read-changes.js'
import { requireForUpdate } from '../record/require-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { eventBody } from './event-body.js'
import { queueDeliveries } from './queue-deliveries.js'

/** Sends an event of the type `webhook.test` to a webhook, which is not disabled. */
export async function testWebhook(domain: Domain, { id }: ById): Promise<Changed> {
  authorise(domain.viewer, 'testWebhook')
  return inTransaction(domain, async (tx) => {
    const { companyId } = tx.viewer
    const webhook = await requireForUpdate(tx, 'Webhook', id)
    const errors = new ValidationErrors(domain)
    if (webhook.disabledAt) errors.add('WRONG_STATE', 'id', 'This webhook is disabled.')
    errors.throwIfAny()
    const recordId = webhook.uuid
    const body = eventBody({
      ...{
        type: 'webhook.test',
        at: domain.now(),
        position: await findEnd(tx.db, companyId, 'write'),
      },
      ...{ recordType: 'Webhook', recordId, fieldsChanged: [], actor: null, data: undefined },
    })
    const event = { webhookId: webhook.id, type: 'webhook.test', recordId, body }
    const [deliveryId = 0] = await queueDeliveries(tx.db, companyId, [event])
    return { id: deliveryId }
  })
}
