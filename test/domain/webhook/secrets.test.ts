import { Webhook as Verifier } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createWebhook } from '../../../src/domain/webhook/create-webhook.js'
import { rotateWebhookSecret } from '../../../src/domain/webhook/rotate-webhook-secret.js'
import { createSender } from '../../../src/domain/webhook/send-event.js'
import { errorCodesOf, runMutation } from '../../graphql/mutations/run-mutation.js'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { deliver, newWebhook, queries, settings } from './deliver.js'
import { type Received, startReceiver } from './receiver.js'

const db = testDatabase()
const HOUR_MS = 3_600_000

/** Whether a secret verifies an event. */
function verifies(secret: string, { body, headers }: Received): boolean {
  try {
    new Verifier(secret).verify(body, headers as never)
    return true
  } catch {
    return false
  }
}

const sendTest = ({ admin }: TestCompany, id: string) =>
  runMutation(admin, 'testWebhook', { id }, 'delivery { type }')

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

it('signs only with the new secret after the overlap', async () => {
  const company = await newCompany(db)
  const { companyId, admin } = company
  const { url, received } = await startReceiver()
  const { id, secret } = await newWebhook(company, url, ['client.created'])
  const before = Date.now()
  const input = { id, overlapHours: 2 }
  const rotated = await runMutation(admin, 'rotateWebhookSecret', input, 'secret')
  const { previousUntil } = await db.prisma.webhook.findFirstOrThrow({ where: { companyId } })
  expect(+previousUntil!).toBeGreaterThanOrEqual(before + 2 * HOUR_MS)
  expect(+previousUntil!).toBeLessThanOrEqual(Date.now() + 2 * HOUR_MS)
  await db.prisma.webhook.updateMany({
    where: { companyId },
    data: { previousUntil: new Date(before - 1) },
  })
  await sendTest(company, id)
  await deliver(() => {
    expect(received).toHaveLength(1)
  })
  expect([secret, rotated.secret].map((each) => verifies(each, received[0]!))).toEqual([
    false,
    true,
  ])
  // Without an overlap, the secret before is void immediately.
  const last = await runMutation(
    admin,
    'rotateWebhookSecret',
    { ...input, overlapHours: 0 },
    'secret',
  )
  await sendTest(company, id)
  await deliver(() => {
    expect(received).toHaveLength(2)
  })
  expect([rotated.secret, last.secret].map((each) => verifies(each, received[1]!))).toEqual([
    false,
    true,
  ])
  for (const overlapHours of [-1, 169]) {
    expect(await errorCodesOf(admin, 'rotateWebhookSecret', { id, overlapHours })).toEqual([
      'OUT_OF_RANGE overlapHours',
    ])
  }
})

it('signs with a secret that is encrypted in the database, and with one from before the encryption', async () => {
  const company = await newCompany(db)
  const { companyId, admin } = company
  const { url, received } = await startReceiver()
  const encrypted = { ...settings, encryptionKey: 'a key of an operator, 32 characters' }
  const send = createSender(encrypted)
  const storedSecret = async () =>
    Buffer.from((await db.prisma.webhook.findFirstOrThrow({ where: { companyId } })).secret)
  const { id: plainId, secret: plain } = await newWebhook(company, url, ['client.created'])
  const keyOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect((await storedSecret()).includes(keyOf(plain))).toBe(true)
  const services = { queries, settings: encrypted }
  const { secret } = await rotateWebhookSecret(admin, services, { id: plainId })
  expect((await storedSecret()).includes(keyOf(secret))).toBe(false)
  await sendTest(company, plainId)
  await deliver(() => {
    expect(received).toHaveLength(1)
  }, send)
  expect([plain, secret].map((each) => verifies(each, received[0]!))).toEqual([true, true])

  const created = await createWebhook(admin, services, { url, triggers: ['client.created'] })
  await runMutation(admin, 'createClient', { legalName: 'A' })
  await deliver(() => {
    expect(received).toHaveLength(3)
  }, send)
  expect(
    received.slice(1).map((each) => [verifies(secret, each), verifies(created.secret, each)]),
  ).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  )
})

it('sends nothing without the key of an encrypted secret, and says so', async () => {
  const { companyId, admin } = await newCompany(db)
  const { url, received } = await startReceiver()
  const services = { queries, settings: { ...settings, encryptionKey: 'k'.repeat(32) } }
  await createWebhook(admin, services, { url, triggers: ['client.created'] })
  await runMutation(admin, 'createClient', { legalName: 'A' })
  await deliver(async () => {
    const delivery = await db.prisma.webhookDelivery.findFirst({ where: { companyId } })
    expect(delivery?.attemptLog).toEqual([
      expect.objectContaining({
        status: null,
        error: 'The secret of a webhook is encrypted: set WEBHOOK_ENCRYPTION_KEY.',
      }),
    ])
  })
  expect(received).toEqual([])
})
