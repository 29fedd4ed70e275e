import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { askAs, tokenOf } from './ask.js'
import { openChromium } from './chromium.js'

const READ_MS = 120_000

const service = inject('service')

let folder: string
let removeFolder: () => Promise<void>
beforeAll(async () => {
  ;({ folder, remove: removeFolder } = await makeTemporaryFolder())
})
afterAll(async () => {
  await removeFolder()
})

let browser: BrowserContext
let page: Page
let complaints: string[]
beforeEach(async ({ task }) => {
  browser = await openChromium(join(folder, task.id))
  complaints = []
  browser.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  browser.on('weberror', (error) => complaints.push(String(error.error())))
  browser.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    const outside = /^(http|ws)/.test(protocol) && origin !== service
    if (outside) complaints.push(`a request to ${request.url()}`)
  })
  browser.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} from ${response.url()}`)
  })
  page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${service}/graphql`)
})
afterEach(async () => {
  await browser.close()
  expect(complaints).toEqual([])
})

const run = () => page.getByRole('button', { name: 'Execute query' }).click()
/** The text of an editor, with its non-breaking spaces replaced. */
const shown = async (editor: string) =>
  (await page.locator(editor).innerText()).replaceAll('\u00a0', ' ')
const answer = () => shown('.graphiql-response')
const tabs = () => page.locator('.graphiql-tab').allInnerTexts()
const account = () => page.locator('.account').innerText()

test('the first query has run as the demo’s admin, and the headers are empty and closed', async () => {
  await expect.poll(answer).toContain('"totalCount": 40')
  expect(await account()).toContain('admin@harbour.example (admin)')
  const ask = await askAs('admin@harbour.example')
  const [site] = (await ask('{ sites(first: 1) { nodes { name } } }')).sites.nodes
  expect(await answer()).toContain(`"name": "${site.name}"`)
  expect(await page.getByRole('button', { name: 'Show editor tools' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Headers' }).click()
  expect((await shown('section[aria-label=Headers]')).trim()).toMatch(/^1?$/)
})

test('the documentation has the types and fields by name', async () => {
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  const docs = page.locator('.graphiql-plugin')
  await docs.getByRole('link', { name: 'Query', exact: true }).click({ timeout: READ_MS })
  await expect.poll(() => docs.innerText()).toContain('assetTypes')
  const fields = await docs.locator('.graphiql-doc-explorer-field-name').allInnerTexts()
  expect(fields.length).toBeGreaterThan(20)
  expect(fields).toEqual(fields.toSorted())
})

test('the query builder adds a field to the query', async () => {
  await page.getByRole('button', { name: 'New tab' }).click()
  await page.getByRole('button', { name: 'Show Query builder' }).click()
  const builder = page.locator('.graphiql-explorer-root')
  await builder.getByText('viewer', { exact: true }).click({ timeout: READ_MS })
  await builder.getByText('role', { exact: true }).first().click()
  await run()
  await expect.poll(answer).toContain('"role": "ADMIN"')
})

test('a query is added to the history, and the page restores its tabs when it reopens', async () => {
  await expect.poll(answer).toContain('totalCount')
  await page.reload()
  await page.getByRole('button', { name: 'Show History' }).click()
  await expect.poll(() => page.locator('.graphiql-history').innerText()).toContain('Sites')
  expect(await tabs()).toEqual(['Sites'])
})

test('one sign-in is for all tabs, and is kept until the user signs out', async () => {
  await expect.poll(account).toContain('admin@harbour.example')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.reload()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('tech1@harbour.example')
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => dialog.getByRole('alert').innerText()).not.toBe('')
  complaints = complaints.filter((complaint) => !complaint.includes('401'))
  await dialog.getByLabel('Password').fill('demo-password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(account).toContain('tech1@harbour.example (technician)')
  await expect.poll(answer).toContain('totalCount')
  await page.getByRole('button', { name: 'New tab' }).click()
  await type('{ viewer { role } }')
  await run()
  await expect.poll(answer).toContain('"role": "TECHNICIAN"')
  await page.reload()
  await expect.poll(account).toContain('tech1@harbour.example')
})

test('an account of the demo signs in with one click, and an access token without a password', async () => {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'admin@summit.example (admin)' }).click()
  await expect.poll(account).toContain('admin@summit.example')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Or an access token or key').fill(await tokenOf('tech1@summit.example'))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(account).toContain('tech1@summit.example')
})

/** Replaces the text of the query editor. */
async function type(query: string) {
  await page.locator('.graphiql-query-editor .view-lines').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(query)
}

/** Opens a link to `/graphql` with these parameters. */
const follow = (parameters: Record<string, string>) =>
  page.goto(`${service}/graphql?${new URLSearchParams(parameters).toString()}`)

const PAIR = `query Types { assetTypes(first: 1) { totalCount } }

query Named($first: Int!) {
  clients(first: $first) { totalCount nodes { legalName } }
}`

test('a link opens the query and its variables in a tab of their own, and executes nothing by itself', async () => {
  const query = '{ sites(first: 1) { totalCount } }'
  let requests = 0
  page.on('request', (request) => {
    requests += request.postData()?.includes('sites(') ? 1 : 0
  })
  await follow({ query, variables: '{"unused":{"nested":true}}' })
  await expect.poll(() => shown('.graphiql-query-editor')).toContain(query)
  await expect.poll(() => shown('.graphiql-editor-tool')).toContain('"nested": true')
  expect(requests).toBe(0)
  await run()
  await expect.poll(answer).toContain('"totalCount": 40')
  expect(requests).toBe(1)
  expect((await tabs()).sort()).toEqual(['<untitled>', 'Sites'])
  await follow({ query })
  await expect.poll(() => shown('.graphiql-query-editor')).toContain(query)
})

test('a link with an operation name selects this operation', async () => {
  await follow({ query: PAIR, variables: '{"first":2}', operationName: 'Named' })
  await expect.poll(() => shown('.graphiql-query-editor')).toContain('query Named')
  // Until the editor has the schema, the key has no effect.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+Enter')
      return answer()
    })
    .toContain('"legalName"')
  expect(await answer()).not.toContain('assetTypes')
})
