import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
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
  /** Presses Tab until the element with this role and name has the focus. */
  readonly tabTo: (
    role: 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox',
    name: string | RegExp,
  ) => Promise<void>
  /** The pointer drags a job of the week calendar straight to another row. */
  readonly dragToRow: (job: Locator, row: Locator) => Promise<void>
  /** The message at the input with this label. */
  readonly errorOf: (label: string | RegExp) => Promise<string | null>
}

/** More than the links and inputs of a page. */
const MAX_PRESSES = 80

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
      await input.blur()
      await page.getByRole('button', { name: `${label}: remove ${name}` }).waitFor()
    },
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    tabTo: async (role, name) => {
      const target = page.getByRole(role, { name, exact: true }).first()
      await target.waitFor()
      for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
        if ((await target.and(page.locator(':focus')).count()) > 0) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${String(name)}.`)
    },
    dragToRow: async (job, row) => {
      const [from, to] = await Promise.all([job.boundingBox(), row.boundingBox()])
      if (!from || !to) throw new Error('The job or the row is not visible.')
      await page.mouse.move(from.x + 6, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(from.x + 6, to.y + to.height / 2, { steps: 3 })
      await page.mouse.up()
    },
    errorOf: async (label) => {
      const input = page.getByLabel(label, { exact: true })
      const id = await input.getAttribute('aria-describedby')
      return id ? page.locator(`[id="${id}"]`).innerText() : null
    },
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
