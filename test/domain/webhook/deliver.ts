import { vi } from 'vitest'
import { LogFollower } from '../../../src/domain/log-follower/follower-worker.js'
import { DeliveryWorker } from '../../../src/domain/webhook/delivery-worker.js'
import { createSender } from '../../../src/domain/webhook/send-event.js'
import { webhookConsumer } from '../../../src/domain/webhook/webhook-consumer.js'
import type { WebhookSettings } from '../../../src/domain/webhook/webhook-queries.js'
import { compileSchema } from '../../../src/graphql/server/compile-schema.js'
import { runMutation } from '../../graphql/mutations/run-mutation.js'
import type { TestCompany } from '../../support/builders.js'
import { serviceDatabase } from '../../support/database.js'
import { silentLog } from '../../support/silent-log.js'

export const PATIENCE = { timeout: 60_000, interval: 50 }

export const settings: WebhookSettings = {
  allowPrivateAddresses: true,
  ports: undefined,
  encryptionKey: undefined,
}

export const { webhookQueries: queries } = compileSchema({ maxDepth: 12, maxComplexity: 100_000 })

/** A worker whose attempts wait as long as a test may take, unless the sender is another one. */
export const newWorker = (send = createSender(settings, 600_000)) =>
  new DeliveryWorker({ db: serviceDatabase(), send, log: silentLog })

/** Makes events of the log and sends them, until `done` does not throw. */
export async function deliver(done: () => unknown, send = createSender(settings, 2000)) {
  const follower = new LogFollower(serviceDatabase(), [webhookConsumer(queries)], silentLog)
  const worker = newWorker(send)
  await vi.waitFor(async () => {
    while (await follower.followAll());
    while (await worker.claim()) await worker.finished()
    await done()
  }, PATIENCE)
}

/** Creates a webhook by its mutation. */
export async function newWebhook(
  { admin }: Pick<TestCompany, 'admin'>,
  url: string,
  triggers: string[],
  rest: object = {},
) {
  const input = { url, triggers, ...rest }
  const { webhook, secret } = await runMutation(
    admin,
    'createWebhook',
    input,
    'webhook { id } secret',
  )
  return { id: webhook.id as string, secret: secret as string }
}
