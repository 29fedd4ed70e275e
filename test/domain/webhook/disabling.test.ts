import { expect, it, vi } from 'vitest'
import { runMutation } from '../../graphql/mutations/run-mutation.js'
import {
  domainOf,
  newCompany,
  newUser,
  newWebhook as newWebhookRow,
  newWebhookDelivery,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { inDays } from '../state-change/state-changes.js'
import { deliver, newWebhook, newWorker, PATIENCE } from './deliver.js'
import { startReceiver } from './receiver.js'

const db = testDatabase()

/** Lets the next attempt of the only pending delivery be its last one. */
async function makeLast(companyId: number) {
  const pending = { companyId, state: 'pending' }
  const { attemptLog } = await db.prisma.webhookDelivery.findFirstOrThrow({ where: pending })
  const [first] = attemptLog as object[]
  await db.prisma.webhookDelivery.updateMany({
    where: pending,
    data: { retries: 9, attemptLog: Array(9).fill(first) as object[], nextAttemptAt: new Date() },
  })
}

const webhookOf = (companyId: number) =>
  db.prisma.webhook.findFirstOrThrow({ where: { companyId } })

it('disables a webhook after 410, or when a delivery has failed for the last time, and follows no redirect', async () => {
  const company = await newCompany(db)
  const target = await startReceiver()
  const gone = await startReceiver(() => ({ status: 410 }))
  const moved = await startReceiver(() => ({ status: 302, headers: { location: target.url } }))
  const ids = [
    (await newWebhook(company, gone.url, ['client.created'])).id,
    (await newWebhook(company, moved.url, ['client.created'])).id,
  ]
  const createdAt = new Date()
  await runMutation(company.admin, 'createClient', { legalName: 'A' })
  await deliver(() => {
    expect(gone.received).toHaveLength(1)
    expect(moved.received).toHaveLength(1)
  })
  await makeLast(company.companyId)
  await deliver(() => {
    expect(moved.received).toHaveLength(2)
  })
  const { data } = await graph(company.admin)(
    `query ($from: DateTime) { webhooks(filter: { updatedAt: { from: $from } }) {
      nodes { id disabledReason deliveries { nodes { state } } } } }`,
    { from: createdAt },
  )
  const deliveries = { nodes: [{ state: 'FAILED' }] }
  expect(data.webhooks.nodes).toEqual([
    { id: ids[0], disabledReason: 'GONE', deliveries },
    { id: ids[1], disabledReason: 'FAILING', deliveries },
  ])
  expect(target.received).toEqual([])
})

it.each(['failure', 'success'] as const)(
  'does not disable a webhook that has accepted another event during the first attempt: the %s comes first',
  async (first) => {
    const company = await newCompany(db)
    const { companyId } = company
    const delivered = { companyId, state: 'delivered' }
    const { url } = await startReceiver(async ({ body }) => {
      const isRefused = body.includes('Refused')
      await vi.waitFor(async () => {
        if (first === 'failure' && !isRefused) {
          expect((await webhookOf(companyId)).failingSince).not.toBeNull()
        }
        if (first === 'success' && isRefused) {
          expect(await db.prisma.webhookDelivery.count({ where: delivered })).toBe(1)
        }
      }, PATIENCE)
      return { status: isRefused ? 500 : 204 }
    })
    const { id: webhookId } = await newWebhookRow(company, { url })
    for (const body of ['Refused', 'Accepted']) {
      await newWebhookDelivery(company, { webhookId, body, nextAttemptAt: new Date(0) })
    }
    const worker = newWorker()
    await worker.claim()
    await worker.finished()
    const { failingSince } = await webhookOf(companyId)
    expect(failingSince === null).toBe(first === 'failure')
    await makeLast(companyId)
    await worker.claim()
    await worker.finished()
    expect(await db.prisma.webhookDelivery.count({ where: { companyId, state: 'failed' } })).toBe(1)
    expect((await webhookOf(companyId)).disabledReason).toBeNull()
  },
)

it('disables a webhook that has accepted other events only before the delivery was sent again by hand', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const { url } = await startReceiver(() => ({ status: 500 }))
  const { id: webhookId } = await newWebhookRow(company, { url, failingSince: inDays(-3) })
  const attempt = (days: number) => ({
    ...{ at: inDays(days).toISOString(), status: 500, error: 'Refused', milliseconds: 1 },
  })
  await newWebhookDelivery(company, { webhookId, state: 'delivered', deliveredAt: inDays(-4) })
  await newWebhookDelivery(company, {
    ...{ webhookId, retries: 9, nextAttemptAt: new Date(0) },
    attemptLog: [attempt(-5), ...Array.from({ length: 9 }, () => attempt(-3))],
  })
  const worker = newWorker()
  await worker.claim()
  await worker.finished()
  expect((await webhookOf(companyId)).disabledReason).toBe('failing')
})

it.each([
  ['is not active any more', 'updateUser', { active: false }],
  ['is removed', 'removeUser', {}],
])(
  'disables a webhook whose user %s, until another one enables it',
  async (_, mutation, change) => {
    const company = await newCompany(db)
    const { companyId, admin } = company
    const { url, received } = await startReceiver()
    const user = await newUser(company, { role: 'admin' })
    const creator = { admin: domainOf(company, user.id, 'admin') }
    const { id } = await newWebhook(creator, url, ['client.created'])
    const other = await startReceiver()
    await newWebhook(company, other.url, ['client.created'])
    await runMutation(admin, mutation, { id: user.uuid, ...change })
    await runMutation(admin, 'createClient', { legalName: 'Before' })
    await deliver(async () => {
      expect(await db.prisma.webhook.findFirst({ where: { companyId, uuid: id } })).toMatchObject({
        disabledReason: 'creator',
      })
      // The change of the user may have been read without the client: a transaction that is older than the client delays its row.
      expect(other.received).toHaveLength(1)
    })
    await runMutation(admin, 'updateWebhook', { id, enabled: true })
    await runMutation(admin, 'createClient', { legalName: 'After' })
    await deliver(() => {
      expect(received).toHaveLength(1)
    })
    expect(received[0]!.body).toContain('After')
  },
)
