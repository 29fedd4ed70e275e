import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openChromium } from '../chromium.js'
import { signIn } from '../dashboard.js'

/** How many overdue assets and late jobs each picture of docs/events.md shows. */
const FIGURES: Readonly<Record<string, number>> = { before: 0, after: 1, resumed: 2 }

const PATIENCE = { timeout: 300_000, interval: 100 }

/** The overview of the dashboard, which is loaded once. */
export class OverviewPage {
  private constructor(
    private readonly browser: BrowserContext,
    private readonly page: Page,
  ) {}

  static async open(address: string, folder: string): Promise<OverviewPage> {
    const browser = await openChromium(join(folder, 'profile'))
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(`${address}/dashboard#/`)
    await signIn(page, 'ann@harbour.test', 'the first password of Ann')
    await page.locator('.live', { hasText: /^Live$/ }).waitFor()
    await page.evaluate('window.isLoadedOnce = true')
    return new OverviewPage(browser, page)
  }

  /** Waits until the page shows the figures of a picture, and takes it. */
  async take(name: string, path: string): Promise<void> {
    const count = FIGURES[name]
    await expect
      .poll(() => this.tiles(), PATIENCE)
      .toEqual({ overdueAssets: count, lateJobs: count })
    expect(await this.page.evaluate('window.isLoadedOnce')).toBe(true)
    await this.page.locator('.live', { hasText: /^Live$/ }).waitFor()
    const box = await this.page.locator('.key-figures').boundingBox()
    const height = Math.round(box!.y + box!.height) + 16
    await this.page.screenshot({
      path,
      animations: 'disabled',
      clip: { x: 0, y: 0, width: 1280, height },
    })
  }

  async tiles() {
    const count = async (label: string) => {
      const tile = this.page.locator('.key-figure', { hasText: label }).locator('strong')
      return Number(await tile.innerText())
    }
    return { overdueAssets: await count('Overdue assets'), lateJobs: await count('Late jobs') }
  }

  close(): Promise<void> {
    return this.browser.close()
  }
}
