import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openChromium } from '../browser/chromium.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { startDemoService } from './demo-service.js'

/** How long a page loads what it does not need for its first list, before it is loaded again. */
const SETTLE_MS = 1000

/** The median, the fastest and the slowest run, in milliseconds from the start of the navigation. */
interface Times {
  readonly median: number
  readonly min: number
  readonly max: number
}

/**
 * Opens the dashboard's list of jobs as a signed-in admin, and the playground, in Chromium. Returns the times until the first
 * job, and until the response to the first query: with an empty cache of the browser, and with the files in the cache.
 */
export async function run(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string', default: '7' }, scale: { type: 'string', default: '1' } },
  })
  const service = await startDemoService(Number(values.scale))
  const { folder, remove } = await makeTemporaryFolder()
  const browser = await openChromium(join(folder, 'profile'))
  try {
    // The browser of the tests reaches this name only.
    const address = service.address.replace('127.0.0.1', 'localhost')
    const page = await browser.newPage()
    const { username, password } = service.userOf('harbour', 'admin')
    await page.goto(`${address}/dashboard#/jobs`)
    await page.getByLabel('Email address').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const firstList = await measure(page, '.records tbody tr', Number(values.runs))
    await page.goto(`${address}/graphql`)
    const firstResponse = await measure(page, '.run .figures', Number(values.runs))
    return {
      'first list of the dashboard': firstList,
      'first response in the playground': firstResponse,
    }
  } finally {
    await browser.close()
    await remove()
    await service.stop()
  }
}

/** Loads the page again and again. The tab keeps the session. */
async function measure(page: Page, selector: string, runs: number) {
  const devTools = await page.context().newCDPSession(page)
  await page.locator(selector).first().waitFor()
  const times = { 'empty cache': [] as number[], 'files in the cache': [] as number[] }
  for (let done = 0; done < runs; done += 1) {
    await devTools.send('Network.clearBrowserCache')
    for (const list of Object.values(times)) {
      await page.reload({ waitUntil: 'commit' })
      list.push(await page.evaluate<number>(whenFound(selector)))
      await delay(SETTLE_MS)
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]): [string, Times] => [name, timesOf(list)]),
  )
}

/** Resolves in the page when the element exists. The page's content security policy forbids `waitForFunction`. */
const whenFound = (selector: string) => `new Promise((resolve) => {
  const look = () =>
    document.querySelector('${selector}') ? resolve(performance.now()) : requestAnimationFrame(look)
  look()
})`

function timesOf(milliseconds: number[]): Times {
  const sorted = milliseconds.map(Math.round).sort((one, other) => one - other)
  const at = (index: number) => sorted[index] ?? 0
  return { median: at(Math.floor(sorted.length / 2)), min: at(0), max: at(sorted.length - 1) }
}
