import { readFile } from 'node:fs/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { followPage } from '../../../src/domain/log-follower/follow-page.js'
import { createSender } from '../../../src/domain/webhook/send-event.js'
import { webhookConsumer } from '../../../src/domain/webhook/webhook-consumer.js'
import { errorCodesOf, runMutation } from '../../graphql/mutations/run-mutation.js'
import {
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newSite,
  newZone,
} from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { graph, startService } from '../../support/graphql.js'
import { inDays, tick } from '../state-change/state-changes.js'
import { deliver, newWebhook, PATIENCE, queries, settings } from './deliver.js'
import { startReceiver } from './receiver.js'

const db = testDatabase()

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

it('sends asset.defective after an inspection that fails, and after one that passes again', async () => {
  const company = await newCompany(db)
  const { url, received } = await startReceiver()
  await newWebhook(company, url, ['asset.defective'])
  const asset = await newAsset(company)
  for (const outcome of ['FAILED', 'FAILED', 'PASSED']) {
    await runMutation(company.admin, 'recordInspection', { assetId: asset.uuid, outcome })
  }
  await deliver(() => {
    expect(received).toHaveLength(2)
  })
  const events = received.map(({ body }) => JSON.parse(body) as { cursor: string })
  expect(events.toSorted((one, other) => (one.cursor < other.cursor ? -1 : 1))).toEqual(
    [
      ['false', 'true'],
      ['true', 'false'],
    ].map(([before, after]): unknown =>
      expect.objectContaining({
        type: 'asset.updated',
        record: { type: 'Asset', id: asset.uuid },
        fieldsChanged: expect.arrayContaining([{ field: 'defective', before, after }]) as unknown,
      }),
    ),
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

it('sends events without data if the role of the user no longer allows the query', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const { url, received } = await startReceiver()
  const allowed = 'query ($id: ID!) { client(id: $id) { legalName } }'
  const removed =
    'query ($id: ID!) { client(id: $id) { sites(filter: { removed: ONLY }) { totalCount } } }'
  const history = 'query ($id: ID!) { client(id: $id) { history { totalCount } } }'
  for (const query of [allowed, removed, history]) {
    await newWebhook(company, url, ['client.created'], { query })
  }
  const data = () => received.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)
  await newClient(company)
  await deliver(() => {
    expect(received).toHaveLength(3)
  })
  expect(data()).not.toContain(null)
  received.splice(0)
  await db.prisma.membership.updateMany({
    where: { companyId, userId: company.users.admin.id },
    data: { role: 'technician' },
  })
  const { legalName } = await newClient(company)
  await deliver(() => {
    expect(received).toHaveLength(3)
  })
  expect(data().toSorted()).toEqual([{ client: { legalName } }, null, null])
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
