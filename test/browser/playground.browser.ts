import { expect, test } from 'vitest'
import { askAs, tokenOf } from './ask.js'
import { Playground } from './playground.js'

const playground = new Playground()

test('the first query has run as the demo’s admin, and the headers are empty and closed', async () => {
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  expect(await playground.account()).toContain('admin@harbour.example (admin)')
  const ask = await askAs('admin@harbour.example')
  const [site] = (await ask('{ sites(first: 1) { nodes { name } } }')).sites.nodes
  expect(await playground.answer()).toContain(`"name": "${site.name}"`)
  expect(await playground.page.getByRole('button', { name: 'Show editor tools' }).isVisible()).toBe(
    true,
  )
  await playground.page.getByRole('button', { name: 'Headers' }).click()
  expect((await playground.shown('section[aria-label=Headers]')).trim()).toMatch(/^1?$/)
})

test('the documentation has the types and fields by name', async () => {
  await playground.page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  const docs = playground.page.locator('.graphiql-plugin')
  await docs.getByRole('link', { name: 'Query', exact: true }).click({ timeout: 120_000 })
  await expect.poll(() => docs.innerText()).toContain('assetTypes')
  const fields = await docs.locator('.graphiql-doc-explorer-field-name').allInnerTexts()
  expect(fields.length).toBeGreaterThan(20)
  expect(fields).toEqual(fields.toSorted())
})

test('the query builder adds a field to the query', async () => {
  await playground.page.getByRole('button', { name: 'New tab' }).click()
  await playground.page.getByRole('button', { name: 'Show Query builder' }).click()
  const builder = playground.page.locator('.graphiql-explorer-root')
  await builder.getByText('viewer', { exact: true }).click({ timeout: 120_000 })
  await builder.getByText('role', { exact: true }).first().click()
  await playground.run()
  await expect.poll(playground.answer).toContain('"role": "ADMIN"')
})

test('a query is added to the history, and the page restores its tabs when it reopens', async () => {
  await expect.poll(playground.answer).toContain('totalCount')
  await playground.page.reload()
  await playground.page.getByRole('button', { name: 'Show History' }).click()
  await expect
    .poll(() => playground.page.locator('.graphiql-history').innerText())
    .toContain('Sites')
  expect(await playground.tabs()).toEqual(['Sites'])
})

test('one sign-in is for all tabs, and is kept until the user signs out', async () => {
  await expect.poll(playground.account).toContain('admin@harbour.example')
  await playground.page.getByRole('button', { name: 'Sign out' }).click()
  await playground.page.reload()
  const dialog = playground.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('tech1@harbour.example')
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => dialog.getByRole('alert').innerText()).not.toBe('')
  playground.complaints = playground.complaints.filter((complaint) => !complaint.includes('401'))
  await dialog.getByLabel('Password').fill('demo-password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(playground.account).toContain('tech1@harbour.example (technician)')
  await expect.poll(playground.answer).toContain('totalCount')
  await playground.page.getByRole('button', { name: 'New tab' }).click()
  await playground.type('{ viewer { role } }')
  await playground.run()
  await expect.poll(playground.answer).toContain('"role": "TECHNICIAN"')
  await playground.page.reload()
  await expect.poll(playground.account).toContain('tech1@harbour.example')
})

test('an account of the demo signs in with one click, and an access token without a password', async () => {
  await playground.page.getByRole('button', { name: 'Sign out' }).click()
  await playground.page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = playground.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'admin@summit.example (admin)' }).click()
  await expect.poll(playground.account).toContain('admin@summit.example')
  await playground.page.getByRole('button', { name: 'Sign out' }).click()
  await playground.page.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Or an access token or key').fill(await tokenOf('tech1@summit.example'))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(playground.account).toContain('tech1@summit.example')
})

const PAIR = `query Types { assetTypes(first: 1) { totalCount } }

query Named($first: Int!) {
  clients(first: $first) { totalCount nodes { legalName } }
}`

test('a link opens the query and its variables in a tab of their own, and executes nothing by itself', async () => {
  const query = '{ linked: sites(first: 1) { totalCount } }'
  let requests = 0
  playground.page.on('request', (request) => {
    requests += request.postData()?.includes('linked:') ? 1 : 0
  })
  await playground.follow({ query, variables: '{"unused":{"nested":true}}' })
  await expect.poll(playground.query).toContain(query)
  await expect.poll(() => playground.shown('.graphiql-editor-tool')).toContain('"nested": true')
  expect(requests).toBe(0)
  await playground.run()
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  expect(requests).toBe(1)
  expect((await playground.tabs()).sort()).toEqual(['<untitled>', 'Sites'])
  await playground.follow({ query })
  await expect.poll(playground.query).toContain(query)
})

test('a link with an operation name selects this operation', async () => {
  await playground.follow({ query: PAIR, variables: '{"first":2}', operationName: 'Named' })
  await expect.poll(playground.query).toContain('query Named')
  // Until the editor has the schema, the key has no effect.
  await expect
    .poll(async () => {
      await playground.page.keyboard.press('Control+Enter')
      return playground.answer()
    })
    .toContain('"legalName"')
  expect(await playground.answer()).not.toContain('assetTypes')
})
