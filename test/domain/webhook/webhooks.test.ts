import { readFile } from 'node:fs/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { followPage } from '../../../src/domain/log-follower/follow-page.js'
import { LogFollower } from '../../../src/domain/log-follower/follower-worker.js'
import { DeliveryWorker } from '../../../src/domain/webhook/delivery-worker.js'
import { createSender } from '../../../src/domain/webhook/send-event.js'
import { webhookConsumer } from '../../../src/domain/webhook/webhook-consumer.js'
import type { WebhookSettings } from '../../../src/domain/webhook/webhook-queries.js'
import { compileSchema } from '../../../src/graphql/server/compile-schema.js'
import { errorCodesOf, runMutation } from '../../graphql/mutations/run-mutation.js'
import {
  newAsset,
  newAssetType,
  newCompany,
  newSite,
  newWebhook as newWebhookRow,
  newWebhookDelivery,
  newZone,
} from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { graph, startService } from '../../support/graphql.js'
import { silentLog } from '../../support/silent-log.js'
import { inDays, tick } from '../state-change/state-changes.js'
import { startReceiver } from './receiver.js'

const db = testDatabase()
const PATIENCE = { timeout: 60_000, interval: 50 }
const settings: WebhookSettings = {
  allowPrivateAddresses: true,
  ports: undefined,
  encryptionKey: undefined,
}
const { webhookQueries: queries } = compileSchema({ maxDepth: 12, maxComplexity: 100_000 })

/** Makes events of the log and sends them, until `done` does not throw. */
async function deliver(done: () => unknown, send = createSender(settings, 2000)) {
  const follower = new LogFollower(serviceDatabase(), [webhookConsumer(queries)], silentLog)
  const worker = new DeliveryWorker({ db: serviceDatabase(), send, log: silentLog })
  await vi.waitFor(async () => {
    while (await follower.followAll());
    while (await worker.claim()) await worker.finished()
    await done()
  }, PATIENCE)
}

const newWebhook = async (
  company: Awaited<ReturnType<typeof newCompany>>,
  url: string,
  triggers: string[],
  rest: object = {},
) => {
  const input = { url, triggers, ...rest }
  const { webhook, secret } = await runMutation(
    company.admin,
    'createWebhook',
    input,
    'webhook { id } secret',
  )
  return { id: webhook.id as string, secret: secret as string }
}

it('sends what a write and what time does, signed, with the result of the query', async () => {
  const company = await newCompany(db, { createdAt: inDays(-100) })
  const { url, received } = await startReceiver()
  const query = 'query ($id: ID!) { asset(id: $id) { code status } }'
  const triggers = ['asset.status', 'asset.defective', '*.removed']
  const { secret } = await newWebhook(company, url, triggers, { query })
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, { typeId: type.id, createdAt: inDays(-8) })
  await tick(new Date(), inDays(-3))
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  const [event] = received
  const verified = new Verifier(secret).verify(event!.body, event!.headers as never)
  expect(verified).toEqual({
    type: 'asset.status',
    timestamp: new Date(+asset.createdAt + 7 * 86_400_000).toISOString(),
    cursor: expect.stringMatching(/^\d{19}-\d{10}$/) as string,
    record: { type: 'Asset', id: asset.uuid },
    fieldsChanged: [{ field: 'status', before: 'OK', after: 'OVERDUE' }],
    actor: null,
    data: { asset: { code: asset.code, status: 'OVERDUE' } },
  })
  expect(() => new Verifier(secret).verify(`${event!.body} `, event!.headers as never)).toThrow()
  await runMutation(company.admin, 'removeAsset', { id: asset.uuid })
  // The barcode is removed with its asset.
  await deliver(() => {
    expect(received).toHaveLength(3)
  })
  const removals = received.slice(1).map(({ body }) => JSON.parse(body) as { type: string })
  expect(removals.map(({ type: each }) => each).toSorted()).toEqual([
    'asset.removed',
    'barcode.removed',
  ])
  expect(removals.find(({ type: each }) => each === 'asset.removed')).toMatchObject({
    actor: { userId: company.users.admin.uuid },
    data: { asset: null },
  })
})

it('sends no change of other sites, or of the excepted API key', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  const [one, other] = [await newSite(company), await newSite(company)]
  await newWebhook(company, url, ['zone.created'], { siteIds: [one.uuid] })
  const zones = [
    await newZone(company, { siteId: other.id }),
    await newZone(company, { siteId: one.id }),
  ]
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  expect(JSON.parse(received[0]!.body).record.id).toBe(zones[1]!.uuid)
  const key = await createApiKey(company.admin, { name: 'Receiver' })
  await newWebhook(company, url, ['client.created'], { exceptMadeBy: key.uuid })
  await company.admin.db
    .forCaller({ actor: { user: company.admin.viewer.userId, apiKey: key.id } })
    .transaction(({ prisma }) =>
      prisma.client.create({
        data: {
          ...{ companyId: company.companyId, uuid: crypto.randomUUID(), legalName: 'Own' },
          userId: company.users.admin.id,
        },
      }),
    )
  await runMutation(company.admin, 'createClient', { legalName: 'Theirs' })
  await deliver(() => {
    expect(received).toHaveLength(2)
  })
})

it('names the user of a state that a write has changed, and leaves out states of the excepted API key', async () => {
  const company = await newCompany(db)
  const { companyId, admin } = company
  const { url, received } = await startReceiver()
  const key = await createApiKey(admin, { name: 'Receiver' })
  await newWebhook(company, url, ['asset.status'], { exceptMadeBy: key.uuid })
  const [own, other] = [await newAsset(company), await newAsset(company)]
  await admin.db
    .forCaller({ actor: { user: admin.viewer.userId, apiKey: key.id } })
    .transaction(({ prisma }) =>
      prisma.asset.updateMany({ where: { companyId, id: own.id }, data: { defective: true } }),
    )
  await runMutation(admin, 'recordInspection', { assetId: other.uuid, outcome: 'FAILED' })
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    record: { id: other.uuid },
    fieldsChanged: [{ field: 'status', before: 'OK', after: 'DEFECTIVE' }],
    actor: { userId: company.users.admin.uuid, apiKeyId: null },
  })
})

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

it('makes the events of a page in several transactions if its queries take long, each event once', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const query = 'query ($id: ID!) { client(id: $id) { legalName } }'
  await newWebhook(company, 'http://127.0.0.1:1/', ['client.created'], { query })
  const names = ['A', 'B', 'C']
  for (const legalName of names) await runMutation(company.admin, 'createClient', { legalName })
  const slow = webhookConsumer(queries, 0)
  const sizes: number[] = []
  const follower: typeof slow = {
    ...slow,
    consume: async (reading) => {
      const consumed = await slow.consume(reading)
      sizes.push(Number(consumed))
      return consumed
    },
  }
  await vi.waitFor(async () => {
    while (await followPage(serviceDatabase(), follower, companyId));
    expect(await db.prisma.webhookDelivery.count({ where: { companyId } })).toBeGreaterThan(2)
  }, PATIENCE)
  expect(sizes.length).toBeGreaterThan(2)
  const rows = await db.prisma.webhookDelivery.findMany({ where: { companyId } })
  const bodies = rows.map(
    ({ body }) => JSON.parse(body) as { data: { client: { legalName: string } } },
  )
  expect(bodies.map(({ data }) => data.client.legalName).toSorted()).toEqual(names)
})

it('sends events without data if the query is not valid any more', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  const query = 'query ($id: ID!) { client(id: $id) { legalName } }'
  await newWebhook(company, url, ['client.created'], { query })
  const { companyId } = company
  await db.prisma.webhook.updateMany({
    where: { companyId },
    data: { query: query.replace('legalName', 'fieldOfTheReleaseBefore') },
  })
  await newWebhook(company, url, ['client.created'], { query })
  await runMutation(company.admin, 'createClient', { legalName: 'A' })
  await deliver(() => {
    expect(received).toHaveLength(2)
  })
  const data = received.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)
  expect(data).toContainEqual(null)
  expect(data).toContainEqual({ client: { legalName: 'A' } })
})

it('signs with both secrets during a rotation', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  const { id, secret } = await newWebhook(company, url, ['client.created'])
  const rotated = await runMutation(company.admin, 'rotateWebhookSecret', { id }, 'secret')
  await runMutation(company.admin, 'testWebhook', { id }, 'delivery { type }')
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  for (const each of [secret, rotated.secret as string]) {
    expect(new Verifier(each).verify(received[0]!.body, received[0]!.headers as never)).toEqual(
      expect.objectContaining({ type: 'webhook.test' }),
    )
  }
})

it('disables a webhook after 410, or when a delivery has failed for the last time, and follows no redirect', async () => {
  const company = await newCompany(db)
  const target = await startReceiver()
  const gone = await startReceiver(() => ({ status: 410 }))
  const moved = await startReceiver(() => ({ status: 302, headers: { location: target.url } }))
  const ids = [
    (await newWebhook(company, gone.url, ['client.created'])).id,
    (await newWebhook(company, moved.url, ['client.created'])).id,
  ]
  await runMutation(company.admin, 'createClient', { legalName: 'A' })
  await deliver(() => {
    expect(gone.received).toHaveLength(1)
    expect(moved.received).toHaveLength(1)
  })
  const { companyId } = company
  await db.prisma.webhookDelivery.updateMany({
    where: { companyId, state: 'pending' },
    data: { retries: 9, nextAttemptAt: new Date() },
  })
  await deliver(() => {
    expect(moved.received).toHaveLength(2)
  })
  const { data } = await graph(company.admin)(
    '{ webhooks { nodes { id disabledReason deliveries { nodes { state } } } } }',
  )
  const deliveries = { nodes: [{ state: 'FAILED' }] }
  expect(data.webhooks.nodes).toEqual([
    { id: ids[0], disabledReason: 'GONE', deliveries },
    { id: ids[1], disabledReason: 'FAILING', deliveries },
  ])
  expect(target.received).toEqual([])
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
  const worker = new DeliveryWorker({
    db: serviceDatabase(),
    log: silentLog,
    send: async ({ webhookId, uuid }) => {
      sent.add(uuid)
      if (webhookId !== quick) await response
      return { at: new Date().toISOString(), status: 204, error: null, milliseconds: 1 }
    },
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

it('connects to no private address, whatever the name resolves to', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  await newWebhook(company, url.replace('127.0.0.1', 'localhost'), ['client.created'])
  await runMutation(company.admin, 'createClient', { legalName: 'A' })
  const { companyId } = company
  const send = createSender({ ...settings, allowPrivateAddresses: false })
  const secure = url.replace('http://127.0.0.1', 'https://localhost')
  await db.prisma.webhook.updateMany({ where: { companyId }, data: { url: secure } })
  await deliver(async () => {
    const [delivery] = await db.prisma.webhookDelivery.findMany({ where: { companyId } })
    expect(JSON.stringify(delivery?.attemptLog)).toMatch(/private|not allowed/i)
  }, send)
  expect(received).toEqual([])
})

it('accepts the webhook of the documentation', async () => {
  const { admin } = await newCompany(db)
  const text = await readFile('docs/webhooks.md', 'utf8')
  const [, mutation = ''] = /```graphql\n(.*?)```/s.exec(text) ?? []
  const { data } = await graph(admin)(mutation)
  expect(data.createWebhook).toMatchObject({
    secret: expect.stringMatching(/^whsec_/) as string,
    userErrors: [],
  })
})

it('refuses what could not be sent', async () => {
  const { admin, technician } = await newCompany(db)
  const url = 'https://example.com/hook'
  const codes = (input: object) =>
    errorCodesOf(admin, 'createWebhook', { url, triggers: ['job.status'], ...input })
  expect(await codes({ url: 'ftp://example.com' })).toEqual(['INVALID url'])
  expect(await codes({ url: 'https://a:b@example.com' })).toEqual(['INVALID url'])
  expect(
    await codes({ triggers: ['job.nothing', 'asset.zoneId', '*.removed', 'job', 'user.mails'] }),
  ).toEqual(['INVALID triggers.0', 'INVALID triggers.3'])
  for (const query of [
    '{ assets { totalCount } }',
    'query ($id: ID!) { sites { totalCount } }',
    'mutation ($id: ID!) { removeAsset(input: { id: $id }) { asset { id } } }',
    'query ($id: ID!) { asset(id: $id) { nothing } }',
    'query (',
  ]) {
    expect(await codes({ query }), query).toEqual(['INVALID query'])
  }
  expect(await codes({ siteIds: [crypto.randomUUID()] })).toEqual(['NOT_FOUND siteIds.0'])
  const { errors } = await graph(technician)('{ webhooks { nodes { url } } }')
  expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  expect(await startService({ WEBHOOK_ENCRYPTION_KEY: 'k'.repeat(32) })).toMatch(/^http/)
})

it('is not changed by null for what is null', async () => {
  const company = await newCompany(db)
  const { id } = await newWebhook(company, 'https://example.com/hook', ['job.status'])
  const change = { id, query: null, siteIds: null, exceptMadeBy: null }
  const update = async (input: object) =>
    (await runMutation(company.admin, 'updateWebhook', input, 'webhook { updatedAt }')).webhook
  const before = await update({ id })
  expect(await update(change)).toEqual(before)
  expect(await update({ ...change, query: ' ' })).toEqual(before)
})
