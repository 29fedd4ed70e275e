import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openChromium } from './chromium.js'

const service = inject('service')

/** The appearances in which a page is looked at. */
export const VIEWS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const

/**
 * The playground in a new page for each test of a file, in a browser that keeps nothing of the tests before except files of the service.
 * A test fails if its page complains, or sends requests to others.
 */
export class Playground {
  page!: Page
  /** A temporary folder for the tests of the file. */
  folder!: string
  /** Warnings, errors, requests to others, and responses with an error status, since the page was opened. */
  complaints: string[] = []

  /** With `opens: false`, a test opens the page itself. */
  constructor({ opens = true } = {}) {
    let remove: () => Promise<void>
    let browser: BrowserContext
    beforeAll(async () => {
      ;({ folder: this.folder, remove } = await makeTemporaryFolder())
      browser = await openChromium(join(this.folder, 'profile'))
      this.listen(browser)
    })
    afterAll(async () => {
      await browser.close()
      await remove()
    })
    beforeEach(async () => {
      this.complaints = []
      this.page = await browser.newPage()
      if (opens) await this.open()
    })
    afterEach(async () => {
      await forget(this.page)
      await browser.clearPermissions()
      expect(this.complaints).toEqual([])
    })
  }

  private listen(browser: BrowserContext): void {
    const complain = (text: string) => void this.complaints.push(text)
    browser.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complain(message.text())
    })
    browser.on('weberror', (error) => {
      complain(String(error.error()))
    })
    browser.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (/^(http|ws)/.test(protocol) && origin !== service) {
        complain(`a request to ${request.url()}`)
      }
    })
    browser.on('response', (response) => {
      if (response.status() >= 400) complain(`${response.status()} from ${response.url()}`)
    })
  }

  open() {
    return this.page.goto(`${service}/graphql`)
  }

  /** Opens a link to `/graphql` with these parameters. */
  follow(parameters: Record<string, string>) {
    return this.page.goto(`${service}/graphql?${new URLSearchParams(parameters).toString()}`)
  }

  click(name: string) {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  run() {
    return this.page.getByRole('button', { name: 'Execute query' }).click()
  }

  /** Chooses an item of the menu that copies the request. Returns what the clipboard then has. */
  async copy(item: string): Promise<string> {
    await this.click('Copy as code or link')
    await this.page.getByRole('menuitem', { name: item }).click()
    return this.page.evaluate('navigator.clipboard.readText()')
  }

  /** Makes the page like one of another machine without HTTPS: the browser gives it no clipboard. */
  removeClipboard() {
    return this.page.evaluate(
      'Object.defineProperty(navigator, "clipboard", { value: undefined }), 0',
    )
  }

  /** Replaces the text of the query editor. */
  async type(query: string) {
    await this.page.locator('.graphiql-query-editor .view-lines').click()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(query)
  }

  /** The visible text of an editor, with its non-breaking spaces replaced. */
  async shown(editor: string) {
    return (await this.page.locator(editor).innerText()).replaceAll('\u00a0', ' ')
  }

  readonly query = () => this.shown('.graphiql-query-editor')
  readonly answer = () => this.shown('.graphiql-response')
  readonly account = () => this.page.locator('.account').innerText()
  readonly tabs = () => this.page.locator('.graphiql-tab').allInnerTexts()
}

/** Closes a page, and deletes what the service's pages have stored in its browser. */
async function forget(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await page.goto('about:blank')
  const stored = { origin: service, storageTypes: 'cookies,local_storage,indexeddb' }
  await devTools.send('Storage.clearDataForOrigin', stored)
  await page.close()
}
