import { expect, it } from 'vitest'
import { createSender } from '../../../src/domain/webhook/send-event.js'
import {
  newCompany,
  newWebhook as newWebhookRow,
  newWebhookDelivery,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, startService, tokenOf } from '../../support/graphql.js'
import { newWorker, settings } from './deliver.js'
import { startReceiver } from './receiver.js'

const db = testDatabase()

it('accepts an address with a port of WEBHOOK_PORTS only; without a port, an address has 443', async () => {
  const { admin } = await newCompany(db)
  const authorization = `Bearer ${await tokenOf(admin)}`
  const refusals = async (ports: string, url: string) => {
    const env = { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'no', WEBHOOK_PORTS: ports }
    const { data } = await post(
      `mutation ($input: CreateWebhookInput!) {
        createWebhook(input: $input) { userErrors { field message } }
      }`,
      { input: { url, triggers: ['job.status'] } },
      { authorization },
      startService(env),
    )
    return data.createWebhook.userErrors as unknown[]
  }
  expect(await refusals('8443, 9443', 'https://example.com:9443/hook')).toEqual([])
  expect(await refusals('443, 8443', 'https://example.com/hook')).toEqual([])
  const refused = [{ field: ['url'], message: 'The port must be one of these: 8443, 9443.' }]
  for (const host of ['example.com:22', 'example.com', 'example.com:443']) {
    expect(await refusals('8443, 9443', `https://${host}/hook`), host).toEqual(refused)
  }
})

it('sends nothing to a port that is not one of WEBHOOK_PORTS any more', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const { url, received } = await startReceiver()
  for (const each of [url, 'https://127.0.0.1/']) {
    const { id: webhookId } = await newWebhookRow(company, { url: each })
    await newWebhookDelivery(company, { webhookId, nextAttemptAt: new Date(0) })
  }
  const worker = newWorker(createSender({ ...settings, ports: [8443] }))
  await worker.claim()
  await worker.finished()
  const rows = await db.prisma.webhookDelivery.findMany({ where: { companyId } })
  const attempt: unknown = expect.objectContaining({
    status: null,
    error: 'The port of the URL is not allowed.',
  })
  expect(rows.map(({ attemptLog }) => attemptLog)).toEqual([[attempt], [attempt]])
  expect(received).toEqual([])
})
