import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openChromium } from './chromium.js'
import { open, recordOperations, signIn } from './dashboard.js'

const address = `${inject('service')}/dashboard`

let removeFolder: () => Promise<void>
let browser: BrowserContext
let page: Page
let complaints: string[]
beforeAll(async () => {
  const { folder, remove } = await makeTemporaryFolder()
  removeFolder = remove
  browser = await openChromium(join(folder, 'profile'))
  // A violation of the content security policy is an error on the console.
  browser.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
})
afterAll(async () => {
  await browser.close()
  await removeFolder()
})
beforeEach(async () => {
  complaints = []
  page = await browser.newPage()
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

const shows = (text: string) => page.getByText(text).first().waitFor()

test('the service serves the dashboard, which sends requests to this service only', async () => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto(address)
  await signIn(page)
  await shows('Failing sites')
  expect([...hosts].filter((host) => host !== 'null')).toEqual([inject('service')])
})

describe('a reload', () => {
  test('keeps the page and the session', async () => {
    await page.goto(`${address}#/sites`)
    await signIn(page)
    await shows('40 sites')
    const operations = recordOperations(page)
    await page.reload()
    await shows('40 sites')
    expect(operations.slice(0, 3)).toEqual(['Refresh', 'Viewer', 'Sites'])
  })

  test('after the end of the session leads to the sign-in page, and a second one says nothing', async () => {
    await page.goto(address)
    await signIn(page)
    await shows('Failing sites')
    await page.evaluate(`sessionStorage.setItem('fis.refreshToken', 'unknown')`)
    await page.reload()
    await shows('Your session has ended.')
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Your session has ended.').count()).toBe(0)
    complaints = complaints.filter((text) => !text.includes('401'))
  })

  test('keeps nothing after the user has signed out', async () => {
    await page.goto(address)
    await signIn(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await shows('You have signed out.')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })
})

test('an unknown page says so, and leads to the overview', async () => {
  await page.goto(`${address}#/rockets/7`)
  await signIn(page)
  expect(await page.getByRole('alert').innerText()).toContain('#/rockets/7')
  await page.getByRole('link', { name: 'overview', exact: true }).click()
  await shows('Failing sites')
  await open(page, 'Sites')
  await shows('40 sites')
})
