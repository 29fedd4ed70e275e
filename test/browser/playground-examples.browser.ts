import { readFileSync } from 'node:fs'
import { buildSchema, isInputObjectType, isObjectType, parse, visit } from 'graphql'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readExamples } from '../../scripts/playground-examples.js'
import { fillVariables } from '../../web/playground/src/fill-variables.js'
import { type Ask, askAs, tokenOf } from './ask.js'
import { Playground } from './playground.js'

/** An argument or a field of an input that so many of them have is a feature of the API. */
const COMMON = 20

/** The second company of the demo: no other test counts its records. */
const USER = 'admin@summit.example'

const examples = readExamples()
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
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

test('an example shows each argument and each field of inputs that many have in common', () => {
  const counts = new Map<string, number>()
  for (const type of Object.values(schema.getTypeMap())) {
    const fields = isInputObjectType(type) || isObjectType(type) ? type.getFields() : {}
    const named = Object.values(fields).flatMap((field) => ('args' in field ? field.args : [field]))
    for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const common = [...counts].filter(([, count]) => count >= COMMON).map(([name]) => name)
  expect(common).toEqual(expect.arrayContaining(['filter', 'orderBy', 'dryRun']))
  const shown = new Set<string>()
  for (const { query, variables } of examples) {
    visit(parse(query), {
      Argument: ({ name }) => void shown.add(name.value),
      ObjectField: ({ name }) => void shown.add(name.value),
    })
    JSON.parse(variables || '{}', (name) => void shown.add(name))
  }
  expect(common.filter((name) => !shown.has(name))).toEqual([])
})

test('each title is used once', () => {
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
