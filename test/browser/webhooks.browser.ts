import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN, TECHNICIAN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** What the receiver responds. */
let status = 204
const received: Received[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const headers = request.headers as Record<string, string>
    received.push({ headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(status).end()
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const row = (name: string | RegExp) => dashboard.page.getByRole('row', { name }).first()
const dialog = (name: string) => dashboard.page.getByRole('dialog', { name })
/** Opens a dialog, and confirms it. */
const confirm = async (name: string) => {
  await press(name)
  await dialog(name).getByRole('button', { name, exact: true }).click()
}

test('an admin creates a webhook, sees its deliveries, and sends them again', async () => {
  const { page } = dashboard
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goSignedIn('')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: 'New webhook' }).click()
  await press('Create')
  const errorOf = (label: string) => page.locator('.field', { hasText: label }).locator('.error')
  expect(await errorOf('Address').innerText()).toBe('A value is required.')
  await page.getByLabel('Address').fill(url)
  await page.getByRole('checkbox', { name: 'A job is completed' }).check()
  await page.getByLabel('Further events').fill('client.created, client.nothing')
  await press('Create')
  await shows('A record and a field are expected')
  await page.getByLabel('Further events').fill('client.created')
  await page.getByLabel('Query').fill('query ($id: ID!) { client(id: $id) { legalName } }')
  await press('Create')
  const secret = await page.getByLabel('The secret').inputValue()
  await press('Copy')
  await shows('Copied.')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)

  await page.getByRole('link', { name: 'Open the webhook' }).click()
  await press('Send a test event')
  await row(/webhook\.test.*Delivered/).waitFor()
  expect(new Verifier(secret).verify(received[0]!.body, received[0]!.headers)).toMatchObject({
    type: 'webhook.test',
  })
  status = 500
  await ask(`mutation { createClient(input: { legalName: "Tide Mills" }) { client { id } } }`)
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(2)
  await page.reload()
  await row(/client\.created.*Pending.*500/).waitFor()
  await row(/client\.created/)
    .getByRole('button', { name: 'Details' })
    .click()
  const details = dialog('Delivery of client.created')
  await expect.poll(() => details.innerText()).toContain('"legalName": "Tide Mills"')
  expect(await details.innerText()).toContain(`webhook-id: ${received[1]!.headers['webhook-id']}`)
  await details.getByRole('button', { name: 'Close' }).click()
  expect(await page.locator('.heading').innerText()).toContain('Failing')

  status = 204
  await row(/webhook\.test/)
    .getByRole('button', { name: 'Send again' })
    .click()
  await shows('The event is sent again.')
  await expect.poll(() => received.at(-1)?.body).toBe(received[0]!.body)
  expect(received.at(-1)!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
  await page.getByRole('checkbox', { name: 'Pending' }).check()
  await expect.poll(() => row(/webhook\.test/).count()).toBe(0)
})

test('an admin changes a webhook, gives it another secret, disables, removes and restores it', async () => {
  const { page } = dashboard
  const address = url.replace('events', 'others')
  const { createWebhook } = await ask(
    `mutation ($url: String!) { createWebhook(input: { url: $url, triggers: ["zone.sizeSquareMetres"] }) { webhook { id } } }`,
    { url: address },
  )
  const { id } = createWebhook.webhook
  await goSignedIn(`webhooks/${id}`)
  expect(await page.getByLabel('Further events').inputValue()).toBe('zone.sizeSquareMetres')
  await page.getByRole('checkbox', { name: 'A finding is opened' }).check()
  await press('Save')
  await shows('The webhook is changed.')
  await shows('Updated by Alice Ashworth')
  const webhook = async () =>
    (await ask('query ($id: ID!) { webhook(id: $id) { triggers disabledReason } }', { id })).webhook
  expect((await webhook()).triggers).toEqual(['finding.created', 'zone.sizeSquareMetres'])

  await confirm('New secret')
  await shows('The webhook has a new secret')
  expect(await page.getByLabel('The secret').inputValue()).toMatch(/^whsec_/)
  await confirm('Send events again')
  await shows('The events are sent again.')
  await press('Disable')
  await shows('The webhook is disabled.')
  await shows('A user has disabled it.')
  expect((await webhook()).disabledReason).toBe('REQUEST')
  expect(await page.getByRole('button', { name: 'Send a test event' }).count()).toBe(0)
  await go('webhooks?disabled=yes')
  await expect.poll(() => row(address).innerText()).toContain('Disabled')
  await page.getByRole('link', { name: address }).click()
  await press('Enable')
  await shows('The webhook is enabled.')
  await press('Undo')
  await shows('The webhook is disabled.')
  expect((await webhook()).disabledReason).toBe('REQUEST')
  await press('Undo')
  await shows('The webhook is enabled.')

  await confirm('Remove')
  await shows('The webhook is removed.')
  await expect.poll(() => row(address).count()).toBe(0)
  await press('Undo')
  await shows('The webhook is restored.')
  await row(address).waitFor()
})

test('a new webhook and an edit of it are undone', async () => {
  const { page } = dashboard
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const address = url.replace('events', 'undone')
  const webhooks = async () =>
    (await own('{ webhooks { nodes { id url triggers query createdBy { email } } } }')).webhooks
      .nodes
  const find = async (text: string) =>
    (await webhooks()).find((each: { url: string }) => each.url === text)
  await goSignedIn('', user)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill(address)
  await page.getByRole('checkbox', { name: 'A job is completed' }).check()
  await press('Create')
  await shows(`${address} gets events.`)
  expect(await find(address)).toBeDefined()
  await press('Undo')
  await shows('The webhook is removed.')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await find(address)).toBeUndefined()
  await press('Undo')
  await shows('The webhook is restored.')
  const before = await find(address)

  await page.getByRole('link', { name: address }).click()
  await page.getByLabel('Address').fill(`${address}/all`)
  await page.getByRole('checkbox', { name: 'A finding is opened' }).check()
  await press('Save')
  await shows('The webhook is changed.')
  expect((await find(`${address}/all`)).triggers).toHaveLength(2)
  await press('Undo')
  await shows('It is as it was before.')
  expect(await find(address)).toEqual(before)
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe(address)
  expect(await page.getByRole('checkbox', { name: 'A finding is opened' }).isChecked()).toBe(false)

  // A change of its state leaves the form as it is. What another admin has changed is not overwritten.
  await press('Disable')
  await shows('The webhook is disabled.')
  await page.getByLabel('Address').fill(`${address}/mine`)
  await press('Save')
  await shows('The webhook is changed.')
  await own(
    'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }',
    { input: { id: before.id, triggers: ['zone.removed'] } },
  )
  await press('Enable')
  await shows('The webhook is enabled.')
  await page.getByLabel('Address').fill(`${address}/later`)
  await press('Save')
  await page.getByRole('alert').getByText('has changed since').waitFor()
  expect(await find(`${address}/mine`)).toMatchObject({ triggers: ['zone.removed'] })
})

test('an edit of a query that ran with the rights of another admin has no undo', async () => {
  const { page } = dashboard
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const email = 'second.admin@summit.example'
  const password = 'demo-password'
  const { createUser } = await own(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } userErrors { field message } } }',
    { input: { firstName: 'Sue', lastName: 'Second', role: 'ADMIN', email, password } },
  )
  expect(createUser.userErrors).toEqual([])
  const other = await askAs(email)
  const query = 'query ($id: ID!) { client(id: $id) { legalName } }'
  const address = url.replace('events', 'rights')
  await other(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
    { input: { url: address, triggers: ['client.created'], query } },
  )
  await goSignedIn('', user)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: address }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.getByRole('checkbox', { name: 'A job is completed' }).check()
  await press('Save')
  await shows('The webhook is changed.')
  expect(await undo.count()).toBe(1)
  await press('Close the message')
  await page.getByLabel('Query').fill(query.replace('legalName', 'id'))
  await press('Save')
  await shows('The webhook is changed.')
  expect(await undo.count()).toBe(0)
})

test('a technician has no page for webhooks', async () => {
  const { page } = dashboard
  await goSignedIn('webhooks', TECHNICIAN)
  await shows('There is no such page')
  expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
})
