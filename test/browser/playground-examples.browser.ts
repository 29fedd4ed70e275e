import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readExamples } from '../../scripts/playground-examples.js'
import { fillVariables } from '../../web/playground/src/fill-variables.js'
import { type Ask, askAs, tokenOf } from './ask.js'
import { Playground } from './playground.js'

/** What the examples show beside the operations of the REST APIs: the features of the API, and the pages of the dashboard. */
const SUBJECTS = [
  ...['nested-lists', 'filters', 'orders', 'cursors', 'totals', 'variables', 'fragments'],
  ...['errors', 'idempotency', 'dry-run', 'conflict', 'bulk', 'history', 'removed'],
  ...['assets-by-status', 'inspections-by-month', 'jobs-by-technician'],
  ...['figures', 'failing-sites', 'open-findings', 'job-list', 'job-board', 'week', 'job-page'],
  ...['asset-page', 'site-list', 'site-page', 'site-findings'],
]

/** The second company of the demo: no other test counts its records. */
const USER = 'admin@summit.example'

const examples = readExamples()
const isSubscription = ({ group }: { group: string }) => group === 'live'

let ask: Ask
let headers: Record<string, string>
beforeAll(async () => {
  ask = await askAs(USER)
  headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await tokenOf(USER)}`,
  }
})

test.each(examples.filter((each) => !isSubscription(each)))(
  '$group: $title',
  async ({ query, variables }) => {
    const filled = await fillVariables(variables, ask)
    const body = JSON.stringify({ query, variables: filled === '' ? {} : JSON.parse(filled) })
    const response = await fetch(`${inject('service')}/graphql`, { method: 'POST', headers, body })
    const { data, errors } = (await response.json()) as { data: object; errors?: unknown }
    expect(errors).toBeUndefined()
    expect(Object.values(data)).not.toContain(null)
    const codes = Object.values(data).flatMap((each: { userErrors?: { code: string }[] }) =>
      (each.userErrors ?? []).map(({ code }) => code),
    )
    const [, stated] = /^# The answer has the error (\w+)\.$/m.exec(query) ?? []
    expect(codes).toEqual(stated === undefined ? [] : [stated])
  },
)

test.each(examples.filter(isSubscription))('$group: $title', async ({ query }) => {
  const response = await fetch(`${inject('service')}/graphql`, {
    ...{ method: 'POST', headers: { ...headers, accept: 'text/event-stream' } },
    body: JSON.stringify({ query }),
  })
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toMatch(/^event: next\ndata: {"data":{"\w+":null}/)
  await reader.cancel()
})

test('each operation of the REST APIs and each subject has an example, and each title is used once', () => {
  const sizeOf = (group: string) => examples.filter((example) => example.group === group).length
  expect({ setA: sizeOf('set-a'), setB: sizeOf('set-b') }).toEqual({ setA: 10, setB: 24 })
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(SUBJECTS))
  expect(new Set(examples.map(({ title }) => title)).size).toBe(examples.length)
})

test('the example of an attached file has no error with the id of an upload', async () => {
  const example = examples.find(({ name }) => name === 'attach-files')!
  const form = new FormData()
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  form.append('file', new Blob([Buffer.from(pixel, 'base64')]), 'door.png')
  const { authorization } = headers as { authorization: string }
  const upload = await fetch(`${inject('service')}/documents`, {
    ...{ method: 'POST', headers: { authorization }, body: form },
  })
  const { id } = (await upload.json()) as { id: string }
  const { input } = JSON.parse(await fillVariables(example.variables, ask))
  const { updateAsset } = await ask(example.query, { input: { ...input, documentIds: [id] } })
  expect(updateAsset.userErrors).toEqual([])
  expect(updateAsset.asset.documents.nodes).toMatchObject([{ name: 'door.png' }])
})

describe('the drawer', () => {
  const playground = new Playground()

  test('finds an example, and opens it in a tab with its variables filled in', async () => {
    const { page } = playground
    await expect.poll(playground.answer).toContain('totalCount')
    await playground.click('Show Examples')
    const drawer = page.getByRole('region', { name: 'Examples' })
    await expect.poll(() => drawer.getByRole('button').count()).toBe(examples.length)
    await drawer.getByRole('searchbox').fill('api/site zones')
    expect(await drawer.getByRole('button').allInnerTexts()).toEqual([
      'GET /api/site/{site}/zones: the zones of a site',
    ])
    await drawer.getByRole('button').click()
    await expect.poll(playground.query).toContain('query ZonesOfSite')
    await expect.poll(() => playground.shown('section[aria-label=Variables]')).toMatch(/"id": "0/)
    await playground.run()
    await expect.poll(playground.answer).toContain('"zones"')
    expect(await playground.tabs()).toEqual(['Sites', 'ZonesOfSite'])
  })

  test('the variables of a mutation have no marks of errors if a field with a default value is left out', async () => {
    const { page } = playground
    await expect.poll(playground.answer).toContain('totalCount')
    await playground.click('Show Examples')
    await playground.click('Record an inspection of an asset')
    const variables = page.locator('section[aria-label=Variables]')
    await expect.poll(() => variables.innerText()).toContain('assetId')
    await variables.locator('.view-lines').first().click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText(' x')
    await expect.poll(() => variables.locator('.squiggly-error').count()).toBeGreaterThan(0)
    await page.keyboard.press('Control+Z')
    await expect.poll(() => variables.locator('.squiggly-error').count()).toBe(0)
  })

  test('the documentation of a field shows an example', async () => {
    const { page } = playground
    await playground.click('Show Documentation Explorer')
    const docs = page.locator('.graphiql-plugin')
    await docs.getByRole('link', { name: 'Query', exact: true }).click({ timeout: 120_000 })
    await docs.getByRole('link', { name: 'viewer', exact: true }).click()
    await expect.poll(() => docs.innerText()).toContain('Example, from “')
    expect(await docs.locator('pre').innerText()).toContain('viewer {')
  })
})
