import { expect, it } from 'vitest'
import { errorCodesOf, runMutation } from '../../graphql/mutations/run-mutation.js'
import {
  newCompany,
  newWebhook as newWebhookRow,
  newWebhookDelivery,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { inDays } from '../state-change/state-changes.js'
import { deliver, newWebhook } from './deliver.js'
import { startReceiver } from './receiver.js'

const db = testDatabase()

it('sends the same id and bytes again until they are accepted, and by hand later', async () => {
  const company = await newCompany(db)
  let status = 500
  const { url, received } = await startReceiver(() => ({ status }))
  const { id } = await newWebhook(company, url, ['client.created'])
  await runMutation(company.admin, 'createClient', { legalName: 'A' })
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  const read = async () => {
    const { data } = await graph(company.admin)(
      'query ($id: ID!) { webhook(id: $id) { failingSince deliveries { nodes { id state attemptsCount attempts { status error } } } } }',
      { id },
    )
    return data.webhook
  }
  const failed = { status: 500, error: 'The response has the status 500.' }
  expect((await read()).deliveries.nodes).toEqual([
    { id: expect.any(String), state: 'PENDING', attemptsCount: 1, attempts: [failed] },
  ])
  expect((await read()).failingSince).not.toBeNull()
  status = 200
  const { companyId } = company
  const due = { data: { nextAttemptAt: new Date() }, where: { companyId } }
  await db.prisma.webhookDelivery.updateMany(due)
  await deliver(() => {
    expect(received).toHaveLength(2)
  })
  const [delivery] = (await read()).deliveries.nodes
  expect(delivery).toMatchObject({ state: 'DELIVERED', attemptsCount: 2 })
  expect((await read()).failingSince).toBeNull()
  await runMutation(company.admin, 'redeliver', { id: delivery.id }, 'delivery { state }')
  await deliver(() => {
    expect(received).toHaveLength(3)
  })
  const from = inDays(-1).toISOString()
  const replay = await runMutation(company.admin, 'replayWebhook', { id, from }, 'count')
  expect(replay.count).toBe(1)
  await deliver(() => {
    expect(received).toHaveLength(4)
  })
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([delivery.id]),
  )
})

it('replays the events of a period, without those that wait for an attempt', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  const { id: webhookId, uuid: id } = await newWebhookRow(company, { url })
  const row = (days: number, state: string) => {
    const rest = { body: `${days}`, createdAt: inDays(days), state }
    return newWebhookDelivery(company, { webhookId, ...rest })
  }
  await row(-4, 'failed')
  const from = (await row(-3, 'failed')).createdAt.toISOString()
  await row(-2.5, 'pending')
  const to = (await row(-2, 'delivered')).createdAt.toISOString()
  await row(-1, 'delivered')
  expect(await errorCodesOf(company.admin, 'replayWebhook', { id, from: to, to: from })).toEqual([
    'OUT_OF_RANGE to',
  ])
  const { count } = await runMutation(company.admin, 'replayWebhook', { id, from, to }, 'count')
  expect(count).toBe(2)
  await deliver(() => {
    expect(received).toHaveLength(2)
  })
  expect(received.map(({ body }) => body).toSorted()).toEqual(['-2', '-3'])
})

it('holds what waits for an attempt when a removed webhook is restored', async () => {
  const company = await newCompany(db)
  const { url } = await startReceiver()
  const { id } = await newWebhook(company, url, ['client.created'])
  const { companyId } = company
  const { id: webhookId } = await db.prisma.webhook.findFirstOrThrow({ where: { companyId } })
  await newWebhookDelivery(company, { webhookId })
  await runMutation(company.admin, 'removeWebhook', { id })
  await runMutation(company.admin, 'restoreWebhook', { id })
  expect(await db.prisma.webhookDelivery.findMany({ where: { companyId } })).toMatchObject([
    { state: 'held' },
  ])
})

it('holds the events of a disabled webhook until they are replayed', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  const { id } = await newWebhook(company, url, ['client.created'])
  const enable = (enabled: boolean) => runMutation(company.admin, 'updateWebhook', { id, enabled })
  await enable(false)
  await runMutation(company.admin, 'createClient', { legalName: 'Held' })
  const { companyId } = company
  await deliver(async () => {
    expect(await db.prisma.webhookDelivery.count({ where: { companyId } })).toBe(1)
  })
  await enable(true)
  await runMutation(company.admin, 'createClient', { legalName: 'Sent' })
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  await runMutation(company.admin, 'replayWebhook', { id, from: inDays(-1).toISOString() }, 'count')
  await deliver(() => {
    expect(received).toHaveLength(3)
  })
})
