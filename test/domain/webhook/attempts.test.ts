import { expect, it, vi } from 'vitest'
import { createSender } from '../../../src/domain/webhook/send-event.js'
import { runMutation } from '../../graphql/mutations/run-mutation.js'
import {
  newCompany,
  newWebhook as newWebhookRow,
  newWebhookDelivery,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { inDays } from '../state-change/state-changes.js'
import { deliver, newWebhook, newWorker, PATIENCE, settings } from './deliver.js'
import { startReceiver } from './receiver.js'

const db = testDatabase()
const DUE = { nextAttemptAt: new Date(0) }

it('sends at most four events of a webhook at the same time, and one while it is failing', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  let respond = () => {}
  let answer = new Promise<number>((resolve) => {
    respond = () => {
      resolve(500)
    }
  })
  const { url, received } = await startReceiver(async () => ({ status: await answer }))
  const { id: webhookId } = await newWebhookRow(company, { url })
  for (let count = 0; count < 6; count += 1) {
    await newWebhookDelivery(company, { webhookId, ...DUE })
  }
  const worker = newWorker()
  const begun = () =>
    db.prisma.webhookDelivery.count({ where: { companyId, claimedUntil: { not: null } } })
  const makeDue = () =>
    db.prisma.webhookDelivery.updateMany({ where: { companyId, state: 'pending' }, data: DUE })
  await worker.claim()
  expect(await begun()).toBe(4)
  // On a slow machine, the claims could expire during the test.
  await db.prisma.webhookDelivery.updateMany({
    where: { companyId, claimedUntil: { not: null } },
    data: { claimedUntil: inDays(1), nextAttemptAt: inDays(1) },
  })
  await worker.claim()
  expect(await begun()).toBe(4)
  respond()
  await worker.finished()
  expect(received).toHaveLength(4)

  answer = Promise.resolve(204)
  await makeDue()
  await worker.claim()
  await worker.finished()
  expect(received).toHaveLength(5)
  await makeDue()
  await worker.claim()
  await worker.finished()
  expect(received).toHaveLength(9)
})

it('makes nine more attempts after the first one, with the pauses of the documentation', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const { url, received } = await startReceiver(() => ({ status: 500 }))
  const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (let retries = 0; retries <= pauses.length; retries += 1) {
    const { id: webhookId } = await newWebhookRow(company, { url })
    await newWebhookDelivery(company, { webhookId, retries, ...DUE })
  }
  const before = Date.now()
  const worker = newWorker()
  await worker.claim()
  await worker.finished()
  const after = Date.now()
  expect(received).toHaveLength(10)
  const rows = await db.prisma.webhookDelivery.findMany({
    where: { companyId },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ state }) => state)).toEqual([...pauses.map(() => 'pending'), 'failed'])
  for (const [index, seconds] of pauses.entries()) {
    const { nextAttemptAt, retries } = rows[index]!
    expect(retries).toBe(index + 1)
    expect(+nextAttemptAt).toBeGreaterThanOrEqual(before + seconds * 900)
    expect(+nextAttemptAt).toBeLessThanOrEqual(after + seconds * 1100)
  }
})

it('respects Retry-After, and gives up after the timeout', async () => {
  const company = await newCompany(db)
  const busy = await startReceiver(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  const hanging = await startReceiver(() => undefined)
  await newWebhook(company, busy.url, ['client.created'])
  await newWebhook(company, hanging.url, ['client.created'])
  const before = Date.now()
  await runMutation(company.admin, 'createClient', { legalName: 'A' })
  await deliver(
    () => {
      expect(hanging.received).toHaveLength(1)
    },
    createSender(settings, 300),
  )
  const { companyId } = company
  const [first, second] = await db.prisma.webhookDelivery.findMany({
    where: { companyId },
    orderBy: { webhookId: 'asc' },
  })
  expect(+first!.nextAttemptAt - before).toBeGreaterThan(590_000)
  expect(second!.attemptLog).toEqual([
    expect.objectContaining({ status: null, error: 'There was no response in 0.3 s.' }),
  ])
  const hooks = await db.prisma.webhook.findMany({ where: { companyId }, orderBy: { id: 'asc' } })
  expect(+hooks[0]!.pausedUntil! - before).toBeGreaterThan(590_000)
})

it('ends an attempt to which the receiver answers with another protocol', async () => {
  const company = await newCompany(db)
  const headers = { connection: 'upgrade', upgrade: 'websocket' }
  const { url } = await startReceiver(() => ({ status: 101, headers }))
  const { id: webhookId } = await newWebhookRow(company, { url })
  const { id } = await newWebhookDelivery(company, { webhookId, ...DUE })
  const worker = newWorker()
  await worker.claim()
  await worker.finished()
  const { companyId } = company
  const { attemptLog } = await db.prisma.webhookDelivery.findFirstOrThrow({
    where: { companyId, id },
  })
  expect(attemptLog).toEqual([
    expect.objectContaining({ status: 101, error: 'The response has the status 101.' }),
  ])
})

it.each([
  ['is accepted', { status: 204 }],
  ['fails', { status: 500 }],
  ['gets a shorter pause', { status: 429, headers: { 'retry-after': '60' } }],
])(
  'keeps the pause of Retry-After if an attempt that was in progress %s afterwards',
  async (_, later) => {
    const company = await newCompany(db)
    const { companyId } = company
    const webhook = () => db.prisma.webhook.findFirstOrThrow({ where: { companyId } })
    const { url } = await startReceiver(async ({ body }) => {
      if (body === 'Refused') return { status: 429, headers: { 'retry-after': '3600' } }
      await vi.waitFor(async () => {
        expect((await webhook()).failingSince).not.toBeNull()
      }, PATIENCE)
      return later
    })
    const { id: webhookId } = await newWebhookRow(company, { url })
    for (const body of ['Refused', 'Later']) {
      await newWebhookDelivery(company, { webhookId, body, ...DUE })
    }
    const worker = newWorker()
    const before = Date.now()
    await worker.claim()
    await worker.finished()
    const { failingSince, pausedUntil } = await webhook()
    expect(failingSince === null).toBe(later.status === 204)
    expect(+pausedUntil!).toBeGreaterThanOrEqual(before + 3_600_000)
  },
)

it('gives the places of attempts that wait for slow receivers to others', async () => {
  const company = await newCompany(db)
  const rest = { state: 'pending', nextAttemptAt: new Date(0) }
  const slow = await Promise.all(Array.from({ length: 150 }, () => newWebhookRow(company)))
  for (let count = 0; count < 4; count += 1) {
    await Promise.all(slow.map(({ id }) => newWebhookDelivery(company, { webhookId: id, ...rest })))
  }
  const { id: quick } = await newWebhookRow(company)
  const delivery = await newWebhookDelivery(company, { webhookId: quick, ...rest })
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  const sent = new Set<string>()
  const worker = newWorker(async ({ webhookId, uuid }) => {
    sent.add(uuid)
    if (webhookId !== quick) await response
    return { at: new Date().toISOString(), status: 204, error: null, milliseconds: 1 }
  })
  await worker.claim()
  expect(sent.size).toBeLessThan(600)
  await vi.waitFor(async () => {
    await worker.claim()
    expect(sent).toContain(delivery.uuid)
  }, PATIENCE)
  respond()
  await worker.finished()
})
