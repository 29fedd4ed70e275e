import type { Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { Playground } from './playground.js'

/** Compressed, as the service sends them: the page, its files, and the responses to the queries. */
const MAX_BYTES = 1_500_000
const MAX_REQUESTS = 28

const playground = new Playground()

test('sends at most 28 requests before its first answer, whose responses have at most 1.5 MB', async () => {
  const { page } = playground
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
  const responses: Response[] = []
  const files = new Set<string>()
  // The context also has the requests of workers, for files that the cache already has.
  page.context().on('response', (response) => {
    const isFile = response.request().method() === 'GET'
    if (isFile && files.has(response.url())) return
    if (isFile) files.add(response.url())
    responses.push(response)
  })
  await page.reload()
  await page.locator('.run .figures').waitFor()
  const sizes = await Promise.all([...responses].map(sizeOf))
  expect(files.size).toBeGreaterThan(10)
  expect(sizes.length).toBeLessThanOrEqual(MAX_REQUESTS)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})

/** The bytes of the body. Chromium does not have those of a worker's file; the header has no length if the service compresses a stream. */
async function sizeOf(response: Response): Promise<number> {
  const { 'content-length': length } = response.headers()
  return length === undefined ? (await response.request().sizes()).responseBodySize : Number(length)
}
