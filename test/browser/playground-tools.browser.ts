import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { compile, projects } from '../examples/client-projects.js'
import { tokenOf } from './ask.js'
import { Playground } from './playground.js'

const playground = new Playground()

const TYPES = `query Types($first: Int!) { assetTypes(first: $first) { totalCount nodes { name } } }`

const copied = (item: string) => playground.copy(item)

test('after a run, the page shows time, size, cost and statements, and the lists as tables', async () => {
  const { page } = playground
  const figures = page.locator('.run')
  await expect
    .poll(() => figures.innerText())
    .toMatch(/^[\d,]+ ms · [\d.]+ kB · cost [\d,]+ of 100,000 · 1 statement \([\d.]+ ms\)/)
  expect(await playground.answer()).not.toContain('extensions')
  await playground.click('Table')
  const rows = figures.locator('tbody tr')
  expect(await rows.count()).toBe(3)
  expect(await figures.locator('thead th').allInnerTexts()).toContain('address.city')
  expect(await rows.first().innerText()).toContain('2 rows')
  await playground.click('Table')
  expect(await rows.count()).toBe(0)
})

test('a request is copied as code that runs, and as a link that opens it', async () => {
  const { page } = playground
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await playground.follow({ query: TYPES, variables: '{"first":1}', operationName: 'Types' })
  await expect.poll(playground.query).toContain('query Types')
  const env = { ...process.env, TOKEN: await tokenOf('manager3@harbour.example') }
  const options = { env, encoding: 'utf8' } as const
  const curl = await copied('Copy as curl')
  expect(execFileSync('bash', ['-c', curl], options)).toContain('"totalCount":9')
  const asFetch = await copied('Copy as fetch')
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', asFetch], options)).toContain(
    'totalCount: 9',
  )
  const python = await copied('Copy as Python')
  expect(execFileSync('python3', ['-c', python], options)).toContain('"totalCount": 9')
  await expect.poll(() => copied('Copy as TypeScript')).toContain('totalCount: number')
  const typed = await copied('Copy as TypeScript')
  expect(typed).toContain('first: number')
  await writeFile(join(playground.folder, 'request.mts'), typed)
  const tsx = ['--import', 'tsx', join(playground.folder, 'request.mts')]
  expect(execFileSync(process.execPath, tsx, options)).toContain('totalCount: 9')
  const create =
    'mutation Create($input: CreateSiteInput!) { createSite(input: $input) { site { id } } }'
  const input = { clientId: 'c', name: 'Depot', riskLevel: 'LOW', address: { city: 'Leeds' } }
  const variables = JSON.stringify({ input })
  await playground.follow({ query: create, variables, operationName: 'Create' })
  await expect.poll(() => copied('Copy as TypeScript')).toContain('interface AddressInput {')
  await writeFile(join(playground.folder, 'create.mts'), await copied('Copy as TypeScript'))
  for (const [, project] of projects)
    expect(await compile(playground.folder, 'create.mts', project)).toBe('')
  const byKey = 'query Site($key: SiteKey!) { site(key: $key) { name } }'
  await playground.follow({ query: byKey, variables: '{}', operationName: 'Site' })
  await expect.poll(() => copied('Copy as TypeScript')).toContain('| { databaseId: number }')
  await playground.follow({ query: TYPES, variables: '{"first":1}', operationName: 'Types' })
  await expect.poll(playground.query).toContain('query Types')
  const link = await copied('Copy a link')
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    query: TYPES,
    variables: '{\n  "first": 1\n}',
    operationName: 'Types',
  })
})

test('if the browser gives the page no clipboard, a dialog shows the text', async () => {
  const { page } = playground
  await playground.follow({ query: TYPES })
  await expect.poll(playground.query).toContain('query Types')
  await playground.removeClipboard()
  await playground.click('Copy as code or link')
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy this text' })
  expect(await dialog.getByLabel('The text').inputValue()).toContain('curl ')
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('on a service that is not the demo, the first mutation asks, and the next ones do not', async () => {
  const { page } = playground
  await page.route(`${inject('service')}/graphql`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const body = (await response.text()).replace('"isDemo":true', '"isDemo":false')
    return route.fulfill({ response, body })
  })
  await page.reload()
  await expect.poll(playground.answer).toContain('totalCount')
  const questions: string[] = []
  let accept = false
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return accept ? dialog.accept() : dialog.dismiss()
  })
  await playground.click('New tab')
  const runMutation = async (alias: string) => {
    const input = '{ legalName: "Not written", dryRun: true }'
    await playground.type(
      `mutation { ${alias}: createClient(input: ${input}) { userErrors { code } } }`,
    )
    await playground.run()
  }
  await runMutation('refused')
  await expect.poll(playground.answer).toContain('The mutation was not sent.')
  accept = true
  for (const alias of ['accepted', 'notAsked']) {
    await runMutation(alias)
    await expect.poll(playground.answer).toContain(`"${alias}": {`)
  }
  expect(questions).toHaveLength(2)
  expect(questions[0]).toContain('changes data that others use')
})

test('on a phone the page shows one pane at a time, and a run shows the response', async () => {
  const { page } = playground
  await page.setViewportSize({ width: 390, height: 844 })
  const panes = ['.graphiql-editors', '.graphiql-response', '.graphiql-plugin']
  const visible = async () => {
    const shown = await Promise.all(panes.map((pane) => page.locator(pane).isVisible()))
    return panes.filter((_, index) => shown[index])
  }
  await playground.click('Query')
  await expect.poll(visible).toEqual(['.graphiql-editors'])
  const box = await page.getByRole('button', { name: 'Response', exact: true }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(40)
  await playground.run()
  await expect.poll(visible).toEqual(['.graphiql-response'])
  await expect.poll(playground.answer).toContain('totalCount')
  await playground.click('Show Examples')
  await expect.poll(visible).toEqual(['.graphiql-plugin'])
  await playground.click('Hide Examples')
  await expect.poll(visible).toEqual(['.graphiql-response'])
})
