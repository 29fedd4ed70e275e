import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { findObstacles, seriousIn } from './accessibility.js'
import { askAs } from './ask.js'
import { openChromium } from './chromium.js'
import { ADMIN } from './dashboard.js'

const service = inject('service')

const PATHS = [
  '/',
  '/docs',
  '/docs/graphql',
  '/docs/schema/Site',
  '/docs/errors',
  '/docs/changelog',
  '/docs/first-hour',
  '/docs/search?q=risk',
]
/** Fields whose example has an id that no record has: the records have other ids in each demo, or the demo has no such record. */
const DIFFERENT = [
  'document',
  'finding',
  'inspection',
  'risk',
  'userSessions',
  'webhook',
  'webhookDelivery',
]
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

let browser: BrowserContext
let removeFolder: () => Promise<void>
const complaints: string[] = []
beforeAll(async () => {
  const { folder, remove } = await makeTemporaryFolder()
  removeFolder = remove
  browser = await openChromium(join(folder, 'docs'))
  browser.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  browser.on('request', (request) => {
    if (new URL(request.url()).origin !== service) complaints.push(`a request to ${request.url()}`)
  })
})
afterAll(async () => {
  await browser.close()
  await removeFolder()
})

test.each([
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const)('the pages are accessible, %s, %o', async (colorScheme, size) => {
  const page = await browser.newPage()
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  for (const path of PATHS) {
    const response = await page.goto(`${service}${path}`, { waitUntil: 'networkidle' })
    expect([path, response?.status()]).toEqual([path, 200])
    expect([path, await seriousIn(page)]).toEqual([path, []])
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect([path, width]).toEqual([path, size.width])
    if (size === DESKTOP && path !== '/docs/schema/Site') {
      expect([path, await findObstacles(page)]).toEqual([path, []])
    }
  }
  await page.close()
  expect(complaints).toEqual([])
})

test('the keyboard alone finds a field: the key /, words, Enter, Enter', async () => {
  const page = await browser.newPage()
  await page.goto(`${service}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('site openJobsCount')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/search\?q=site(\+|%20)openJobsCount/)
  await page.locator('#results a:focus').waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Site.openJobsCount')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${service}/docs/schema/Site#openjobscount`)
  await page.goBack()
  await page.locator('#results a:focus').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Site.openJobsCount')
  await page.close()
})

test('the first Tab leads to the content', async () => {
  const page = await browser.newPage()
  await page.goto(`${service}/docs/graphql`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  await page.close()
})

test('the examples of queries by id find records of the demo', async () => {
  const ask = await askAs(ADMIN)
  const text = await (await fetch(`${service}/docs/schema/Query.md`)).text()
  const missing: string[] = []
  for (const entry of text.split(/^### /m)) {
    const [, document, field] = /```graphql\n(\{\n {2}(\w+)\(id: [\s\S]+?)\n```/.exec(entry) ?? []
    if (!document || !field || DIFFERENT.includes(field)) continue
    const { [field]: record } = await ask(document)
    if (record === null) missing.push(field)
  }
  expect(missing).toEqual([])
})
