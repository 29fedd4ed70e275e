import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openChromium } from './chromium.js'
import { signIn } from './dashboard.js'

/** Where the service serves the dashboard. */
export const DASHBOARD = `${inject('service')}/dashboard`

/** A page of the dashboard that the service serves, a new one for each test. */
export interface DashboardPage {
  readonly page: Page
  /** Errors and warnings on the console. A test that expects some removes them; others are a failure. */
  complaints: string[]
  /** Opens a page of the dashboard, such as `jobs?late=yes`, and signs in. */
  readonly goSignedIn: (path: string, username?: string) => Promise<void>
  /** Opens another page without loading the document again. */
  readonly go: (path: string) => Promise<void>
  /** Waits until this text is visible. */
  readonly shows: (text: string | RegExp) => Promise<void>
  /** Chooses a record by its text in an input that searches records. */
  readonly choose: (label: string, name: string) => Promise<void>
  readonly press: (name: string) => Promise<void>
}

/** Opens Chromium for the tests of a file. */
export function useDashboard(): DashboardPage {
  let browser: BrowserContext
  let removeFolder: () => Promise<void>
  let page: Page
  const dashboard: DashboardPage = {
    get page() {
      return page
    },
    complaints: [],
    goSignedIn: async (path, username) => {
      await page.goto(`${DASHBOARD}#/${path}`)
      await signIn(page, username)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    go: async (path) => {
      await page.evaluate(`location.hash = ${JSON.stringify(`/${path}`)}`)
    },
    shows: (text) => page.getByText(text).first().waitFor(),
    choose: async (label, name) => {
      const input = page.getByRole('combobox', { name: label, exact: true })
      await input.fill(name.split(', ')[0] ?? name)
      await page.locator(`option[value="${name}"]`).first().waitFor({ state: 'attached' })
      await input.fill(name)
      await page.getByRole('button', { name: `${label}: remove ${name}` }).waitFor()
    },
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
  }
  beforeAll(async () => {
    const { folder, remove } = await makeTemporaryFolder()
    removeFolder = remove
    browser = await openChromium(join(folder, 'profile'))
    // A violation of the content security policy is an error on the console.
    browser.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) dashboard.complaints.push(message.text())
    })
    browser.on('weberror', (error) => dashboard.complaints.push(String(error.error())))
  })
  afterAll(async () => {
    await browser.close()
    await removeFolder()
  })
  beforeEach(async () => {
    dashboard.complaints = []
    page = await browser.newPage()
    page.setDefaultTimeout(120_000)
  })
  afterEach(async () => {
    await page.close()
    expect(dashboard.complaints).toEqual([])
  })
  return dashboard
}
