import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openChromium } from './chromium.js'

const service = inject('service')

let folder: string
let removeFolder: () => Promise<void>
beforeAll(async () => {
  ;({ folder, remove: removeFolder } = await makeTemporaryFolder())
})
afterAll(async () => {
  await removeFolder()
})

test.each([
  ['/api/docs', 'Set A', 10],
  ['/v1/docs', 'Set B', 26],
])(
  '%s shows the operations of %s and sends requests to no other host',
  async (path, title, operations) => {
    const browser = await openChromium(join(folder, title))
    const complaints: string[] = []
    browser.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    browser.on('weberror', (error) => complaints.push(String(error.error())))
    browser.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      const outside = protocol.startsWith('http') && origin !== service
      if (outside) complaints.push(`a request to ${request.url()}`)
    })
    const page = browser.pages()[0] ?? (await browser.newPage())
    await page.goto(`${service}${path}`)
    await page
      .locator('.opblock')
      .nth(operations - 1)
      .waitFor({ timeout: 20_000 })
    expect(await page.locator('.opblock').count()).toBe(operations)
    expect(await page.locator('.info .title').textContent()).toContain(title)
    await browser.close()
    expect(complaints).toEqual([])
  },
)
