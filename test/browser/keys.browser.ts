import { beforeAll, expect, inject, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN, TECHNICIAN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows, choose, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

const roleOf = async (key: string): Promise<unknown> => {
  const response = await fetch(`${inject('service')}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ viewer { role } }' }),
  })
  return ((await response.json()) as { data?: { viewer: { role: string } } | null }).data?.viewer
}
const keyWithName = async (name: string) => {
  const { company } = await ask(
    `{ company { apiKeys(first: 100) { nodes { id name scopes addressRanges expiresAt revokedAt actsAs { fullName } } } } }`,
  )
  return company.apiKeys.nodes.find((each: { name: string }) => each.name === name)
}
const row = (name: string) => dashboard.page.getByRole('row', { name })

test('an admin creates a key, copies it, changes its limits, and revokes it after a question', async () => {
  const { page } = dashboard
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { users } = await ask('{ users(filter: { roles: [TECHNICIAN] }) { nodes { fullName } } }')
  const { fullName } = users.nodes[0]
  await goSignedIn('')
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('link', { name: 'New key' }).click()
  await press('Create')
  const errorOf = (label: string) => page.locator('.field', { hasText: label }).locator('.error')
  expect(await errorOf('What the key is for').innerText()).toBe('A value is required.')
  await page.getByLabel('What the key is for').fill('Nightly report')
  await choose('Acts as (none: it needs the token of a user)', fullName)
  await page.getByRole('checkbox', { name: 'Read' }).check()
  await page.getByLabel('Address ranges').fill('127.0.0.0/8, ::/0, here')
  await press('Create')
  await errorOf('Address ranges').waitFor()
  await page.getByLabel('Address ranges').fill('127.0.0.0/8, ::/0')
  await page.getByLabel('Last day').fill('2099-12-31')
  await press('Create')

  const shown = page.getByLabel('The key', { exact: true })
  const key = await shown.inputValue()
  await press('Copy')
  await shows('Copied.')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
  expect(await roleOf(key)).toEqual({ role: 'TECHNICIAN' })
  expect(await keyWithName('Nightly report')).toMatchObject({
    scopes: ['READ'],
    addressRanges: ['127.0.0.0/8', '::/0'],
    expiresAt: '2099-12-31T23:59:59.999Z',
    actsAs: { fullName },
  })

  await page.getByRole('link', { name: 'All keys' }).click()
  await expect.poll(() => row('Nightly report').innerText()).toContain('127.0.0.0/8, ::/0')
  expect(await row('Nightly report').innerText()).toContain(fullName)
  const cell = (label: string) => row('Nightly report').locator(`[data-label="${label}"]`)
  expect(await cell('Uses').innerText()).toBe('1')
  expect(await cell('Last use').innerText()).toMatch(/\d\d:\d\d.*, 127\.0\.0\.1$/)
  expect(await page.content()).not.toContain(key)
  await page.getByRole('link', { name: 'Nightly report' }).click()
  await page.getByRole('checkbox', { name: 'Field work' }).check()
  await page.getByLabel('Last day').fill('')
  await press('Save')
  await shows('Nightly report is changed.')
  await shows('Updated by Alice Ashworth')
  const { scopes, expiresAt } = await keyWithName('Nightly report')
  expect({ scopes, expiresAt }).toEqual({ scopes: ['READ', 'FIELD_WORK'], expiresAt: null })

  await press('Revoke')
  const dialog = page.getByRole('dialog', { name: 'Revoke' })
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(await roleOf(key)).toEqual({ role: 'TECHNICIAN' })
  await press('Revoke')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await shows('Nightly report is revoked.')
  expect(await roleOf(key)).toBeUndefined()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await go('keys?revoked=yes')
  await expect.poll(() => row('Nightly report').innerText()).toContain('Revoked')
  await go('keys?revoked=no')
  await expect.poll(() => row('Nightly report').count()).toBe(0)
})

test('an edit of a key is undone, also after another page', async () => {
  const { page } = dashboard
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const input = { name: 'Archive', scopes: ['READ'], expiresAt: '2098-12-31T10:00:00.000Z' }
  const { createApiKey } = await own(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
    { input },
  )
  const { id } = createApiKey.apiKey
  const key = async () =>
    (
      await own(
        'query ($id: ID!) { node(id: $id) { ... on ApiKey { name scopes addressRanges expiresAt } } }',
        { id },
      )
    ).node
  const before = await key()
  await goSignedIn('', user)
  const openKey = async (name: string) => {
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('link', { name }).click()
  }
  await openKey('Archive')
  await page.getByLabel('What the key is for').fill('Backups')
  await page.getByRole('checkbox', { name: 'Read' }).uncheck()
  await page.getByRole('checkbox', { name: 'Field work' }).check()
  await page.getByLabel('Address ranges').fill('127.0.0.0/8')
  await page.getByLabel('Last day').fill('')
  await press('Save')
  await shows('Backups is changed.')
  expect(await key()).toEqual({
    ...{ name: 'Backups', scopes: ['FIELD_WORK'], addressRanges: ['127.0.0.0/8'], expiresAt: null },
  })
  await openKey('Backups')
  expect(await page.getByLabel('What the key is for').inputValue()).toBe('Backups')
  await press('Undo')
  await shows('It is as it was before.')
  expect(await key()).toEqual(before)
  await expect.poll(() => page.getByLabel('What the key is for').inputValue()).toBe('Archive')
  expect(await page.getByRole('checkbox', { name: 'Read' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Last day').inputValue()).toBe('2098-12-31')

  // The undo of an edit does not overwrite a later one.
  await page.getByLabel('What the key is for').fill('Mine')
  await press('Save')
  await shows('Mine is changed.')
  await own(
    'mutation ($id: ID!) { updateApiKey(input: { id: $id, name: "Theirs" }) { apiKey { id } } }',
    { id },
  )
  await press('Undo')
  await page.getByRole('alert').getByText('has changed since').waitFor()
  expect((await key()).name).toBe('Theirs')
})

test('the history is read again on the next visit, and its later pages follow its first one', async () => {
  const { page } = dashboard
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const { createApiKey } = await own(
    'mutation { createApiKey(input: { name: "Count 0" }) { apiKey { id } } }',
  )
  const { id } = createApiKey.apiKey
  const rename = (name: string) =>
    own(
      'mutation ($id: ID!, $name: String!) { updateApiKey(input: { id: $id, name: $name }) { apiKey { id } } }',
      { id, name },
    )
  for (let count = 1; count <= 7; count += 1) await rename(`Count ${count}`)
  const changes = (from: number, to: number) =>
    Array.from({ length: from - to }, (_, index) => {
      const count = from - index
      return `Name: Count ${count - 1} → Count ${count}`
    })
  const shown = () => page.locator('.history li li', { hasText: /^Name: Count/ }).allInnerTexts()
  await goSignedIn(`keys/${id}`, user)
  await expect.poll(shown).toEqual(changes(7, 2))
  await go('keys')
  await rename('Count 8')
  await go(`keys/${id}`)
  await expect.poll(shown).toEqual(changes(8, 3))
  await press('Load more')
  await expect.poll(shown).toEqual(changes(8, 0))
})

test('a form does not overwrite what another admin has changed since it was opened', async () => {
  const { page } = dashboard
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const { createApiKey } = await own(
    'mutation { createApiKey(input: { name: "Doors" }) { apiKey { id } } }',
  )
  const { id } = createApiKey.apiKey
  const keyNow = async () =>
    (await own('query ($id: ID!) { node(id: $id) { ... on ApiKey { name scopes } } }', { id })).node
  const fieldWork = page.getByRole('checkbox', { name: 'Field work' })
  await goSignedIn(`keys/${id}`, user)
  await fieldWork.check()
  await own(
    'mutation ($id: ID!) { updateApiKey(input: { id: $id, name: "Gates" }) { apiKey { id } } }',
    { id },
  )
  // The page reads the key again.
  await page.context().setOffline(true)
  await shows('No response from the service since')
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Gates' }).waitFor()
  await press('Save')
  await page.getByRole('alert').getByText('has changed since').waitFor()
  expect(await keyNow()).toEqual({ name: 'Gates', scopes: null })

  await go('keys')
  await go(`keys/${id}`)
  await expect.poll(() => page.getByLabel('What the key is for').inputValue()).toBe('Gates')
  await fieldWork.check()
  await press('Save')
  await expect.poll(keyNow).toEqual({ name: 'Gates', scopes: ['FIELD_WORK'] })
  await fieldWork.uncheck()
  await press('Save')
  await expect.poll(keyNow).toEqual({ name: 'Gates', scopes: null })
  dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('ERR_INTERNET'))
})

test('a technician has no page for keys', async () => {
  const { page } = dashboard
  await goSignedIn('keys', TECHNICIAN)
  await shows('There is no such page')
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0)
})
