import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { seriousIn } from './accessibility.js'
import { askAs } from './ask.js'
import { openChromium } from './chromium.js'
import { VIEWS } from './playground.js'

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
      .waitFor({ timeout: 120_000 })
    expect(await page.locator('.opblock').count()).toBe(operations)
    expect(await page.locator('.info .title').textContent()).toContain(title)
    await browser.close()
    expect(complaints).toEqual([])
  },
)

test.each(['/api/docs', '/v1/docs'])(
  '%s follows the color scheme of the browser, and links to the other interfaces',
  async (path) => {
    const browser = await openChromium(join(folder, `scheme of ${path.replaceAll('/', ' ')}`))
    const page = browser.pages()[0] ?? (await browser.newPage())
    const colors = () =>
      page.evaluate(
        `['html', '.info .title'].map((each) => {
          const { backgroundColor, color } = getComputedStyle(document.querySelector(each))
          return backgroundColor + color
        }).join()`,
      )
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${service}${path}`)
    await page.locator('.info .title').waitFor({ timeout: 120_000 })
    const light = await colors()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html.dark-mode').waitFor()
    expect(await colors()).not.toBe(light)
    const links = await page.evaluate(
      `[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))`,
    )
    expect(links).toEqual(['/', '/graphql', '/api/docs', '/v1/docs'])
    await browser.close()
  },
)

test.each(['/api/docs', '/v1/docs'])(
  'axe finds nothing serious in %s, and it fits a phone, also with an operation open',
  async (path) => {
    const browser = await openChromium(join(folder, `axe ${path.replaceAll('/', ' ')}`))
    const page = browser.pages()[0] ?? (await browser.newPage())
    await page.goto(`${service}${path}`)
    for (const { colorScheme, width } of VIEWS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page
        .locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)')
        .waitFor()
      // Links change their color in a transition.
      await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
      const operation = page.locator('.opblock-summary-control').first()
      await operation.waitFor()
      expect(await seriousIn(page)).toEqual([])
      // With the keyboard.
      await operation.press('Enter')
      const button = page.getByRole('button', { name: 'Try it out' })
      await button.waitFor()
      expect(await seriousIn(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await operation.press('Enter')
      await button.waitFor({ state: 'hidden' })
    }
    await browser.close()
  },
)

test('/v1/docs authorizes by account, and shows responses and links', async () => {
  const ask = await askAs('admin@harbour.example')
  const { createApiKey } = await ask('mutation { createApiKey(input: { name: "Docs" }) { key } }')
  const browser = await openChromium(join(folder, 'account'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${service}/v1/docs`)
  await page.locator('.opblock').first().waitFor()
  const form = page.getByRole('form', { name: 'Authorize by account' })
  await form.getByLabel('API key').fill(createApiKey.key)
  await form.getByLabel('Account').fill('admin@harbour.example')
  await form.getByLabel('Password').fill('wrong')
  await form.getByRole('button').click()
  await expect.poll(() => form.getByRole('status').innerText()).toContain('credentials')
  await form.getByLabel('Password').fill('demo-password')
  await form.getByRole('button').click()
  await form.getByText('Authorized as admin@harbour.example').waitFor()

  const operation = page.locator('.opblock', { hasText: 'List zone types' })
  await operation.locator('.opblock-summary').click()
  await page.waitForURL(/\/v1\/docs#\/Zone%20types\/listZoneTypes$/)
  await operation.locator('.responses-table').getByText('"riskLevel"').first().waitFor()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  const answered = page.waitForResponse(/\/v1\/zone-types\?/)
  await operation.getByRole('button', { name: 'Execute' }).click()
  expect((await answered).status()).toBe(200)

  const other = operation.getByRole('link', { name: 'List asset groups of Set A' })
  await page.goto(`${service}${(await other.getAttribute('href')) ?? ''}`)
  const twin = page.locator('.opblock.is-open', { hasText: '/api/asset-groups' })
  const inGraphQL = twin.locator('a[href*="/graphql?example="]').first()
  await page.goto(new URL((await inGraphQL.getAttribute('href')) ?? '', service).href)
  const editor = page.locator('.graphiql-query-editor')
  await expect.poll(() => editor.innerText()).toMatch(/GET\s\/api\/asset-groups/)
  await browser.close()
})

test('/api/docs signs in with OAuth, and sends the example of an operation with the token', async () => {
  const browser = await openChromium(join(folder, 'OAuth'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${service}/api/docs`)
  await page.locator('.auth-wrapper .authorize').click()
  const form = page.locator('.auth-container', { hasText: 'OAuth2, password' })
  await form.locator('#oauth_username').fill('admin@harbour.example')
  await form.locator('#oauth_password').fill('demo-password')
  await form.locator('[id^=client_id]').fill('demo-client')
  await form.locator('[id^=client_secret]').fill('demo-secret')
  await form.locator('button', { hasText: 'Authorize' }).click()
  await form.locator('button', { hasText: 'Logout' }).waitFor()
  await form.locator('button', { hasText: 'Close' }).click()

  const operation = page.locator('.opblock', { hasText: '/api/sites' })
  await operation.locator('.opblock-summary').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  const search = operation.locator('[data-param-name=search] input')
  expect(await search.inputValue()).toBe('marina')
  expect(await operation.locator('[data-param-name=per_page] input').inputValue()).toBe('10')
  const answered = page.waitForResponse(/\/api\/sites\?/)
  await operation.getByRole('button', { name: 'Execute' }).click()
  expect((await answered).status()).toBe(200)
  await operation.locator('.live-responses-table').getByText('Swansea Marina').first().waitFor()
  await browser.close()
})
