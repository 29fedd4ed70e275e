import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { tokenOf } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { Playground } from './playground.js'

/** The second company of the demo: no other test counts its records. */
const USER = 'admin@summit.example'

/** The tokens and keys that the service sends to the pages of this browser from now on, by the names of their fields. */
function recordSecrets(page: Page) {
  const secrets = { accessToken: [] as string[], refreshToken: [] as string[], key: [] as string[] }
  const addresses: string[] = []
  const reading: Promise<void>[] = []
  page.context().on('request', (request) => addresses.push(request.url()))
  page.context().on('response', (response) => {
    const isAnswer = response.request().method() === 'POST' && response.url().endsWith('/graphql')
    if (!isAnswer || !response.headers()['content-type']?.includes('json')) return
    const read = response.text().then((text) => {
      for (const [, name, secret = ''] of text.matchAll(SECRETS))
        secrets[name as keyof typeof secrets].push(secret)
    })
    // A response of a page that was left cannot be read.
    reading.push(read.catch(() => undefined))
  })
  return async () => {
    await Promise.all(reading)
    return { ...secrets, all: Object.values(secrets).flat(), addresses }
  }
}

const SECRETS = /"(accessToken|refreshToken|key)":\s*"([^"]+)"/g

/** What the browser keeps after its windows are closed: cookies, local storage, IndexedDB, files of a service worker, addresses. */
async function keptBy(page: Page): Promise<string> {
  const state = await page.context().storageState({ indexedDB: true })
  const files = await page.evaluate(`(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())))
    return all.flat().map(({ url }) => url)
  })()`)
  return JSON.stringify([state, files, page.url()])
}

const sessionStorageOf = (page: Page) =>
  page.evaluate<string>('JSON.stringify({ ...sessionStorage })')

/** Which of the secrets the texts contain. */
const foundIn = (secrets: readonly string[], ...texts: readonly string[]) =>
  secrets.filter((secret) => texts.some((text) => text.includes(secret)))

describe('the dashboard', () => {
  const dashboard = useDashboard()

  test('keeps the access token and a new key in memory only, and the refresh token only in the storage of the tab', async () => {
    const { page, press, shows } = dashboard
    const secretsNow = recordSecrets(page)
    await dashboard.goSignedIn('', USER)
    await shows('Failing sites')
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByLabel('What the key is for').fill('Kept nowhere')
    await press('Create')
    await page.getByLabel('The key', { exact: true }).waitFor()
    const early = await secretsNow()
    expect(early).toMatchObject({
      ...{ accessToken: [expect.any(String)], refreshToken: [expect.any(String)] },
      key: [expect.any(String)],
    })
    expect(foundIn(early.all, await keptBy(page), ...early.addresses)).toEqual([])
    expect(foundIn(early.all, await sessionStorageOf(page))).toEqual(early.refreshToken)

    // When the tab leaves the page, it also stores what the page has read.
    await page.evaluate('navigator.serviceWorker.ready')
    await page.goto(`${inject('service')}/health`)
    expect(await sessionStorageOf(page)).toContain('Summit Estates')
    expect(foundIn(early.all, await sessionStorageOf(page))).toEqual(early.refreshToken)
    await page.goBack()
    await page.getByRole('link', { name: 'Keys', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await shows(/^\d+ API keys?$/)
    const late = await secretsNow()
    expect(late.refreshToken.length).toBeGreaterThan(1)
    expect(foundIn(late.all, await keptBy(page), ...late.addresses)).toEqual([])
    expect(foundIn(late.all, await sessionStorageOf(page))).toEqual(late.refreshToken.slice(-1))

    // Another tab of this browser has no session.
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
    await other.close()
  })
})

describe('the playground', () => {
  const playground = new Playground()

  test('keeps tokens and a key only in the storage of the tab', async () => {
    const { page } = playground
    await expect.poll(playground.answer).toContain('totalCount')
    const secretsNow = recordSecrets(page)
    await playground.click('Sign out')
    await playground.click('Sign in')
    await playground.click(`${USER} (admin)`)
    await expect.poll(playground.account).toContain(USER)
    await playground.run()
    await expect.poll(playground.answer).toContain('totalCount')
    const { accessToken, refreshToken } = await secretsNow()
    const tokens = [...accessToken, ...refreshToken]
    expect(tokens).toHaveLength(2)
    expect(foundIn(tokens, await sessionStorageOf(page))).toEqual(tokens)

    await playground.click('Keys')
    const dialog = page.getByRole('dialog', { name: 'API keys' })
    await dialog.getByLabel('A new key').fill('Kept by the tab')
    await playground.click('Create')
    await playground.click('Use it in all tabs')
    await dialog.waitFor({ state: 'hidden' })
    await playground.run()
    await expect.poll(playground.answer).toContain('totalCount')

    // Credentials of a single tab of the editor are in its headers, which a reload empties.
    const typed = await tokenOf(USER)
    await page.getByRole('button', { name: 'Headers' }).click()
    await page
      .locator('section[aria-label=Headers] .graphiql-editor:not(.hidden) .view-lines')
      .click()
    await page.keyboard.insertText(JSON.stringify({ authorization: `Bearer ${typed}` }))
    const sent = page.waitForRequest(
      (request) => request.headers()['authorization'] === `Bearer ${typed}`,
    )
    await playground.run()
    await sent
    await expect.poll(playground.answer).toContain('totalCount')

    // The editor writes its tabs and its history a moment later.
    await expect.poll(() => keptBy(page)).toContain('graphiql:queries')
    for (const step of ['before', 'after'] as const) {
      const { all, key, addresses } = await secretsNow()
      expect(key).toHaveLength(1)
      expect(foundIn([...all, typed], await keptBy(page), ...addresses), step).toEqual([])
      expect(foundIn([...all, typed], await sessionStorageOf(page)), step).toEqual(key)
      if (step === 'before') await page.reload()
      await expect.poll(playground.account).toContain(USER)
    }

    // Another tab of this browser begins with the session of the demo.
    const other = await page.context().newPage()
    await other.goto(`${inject('service')}/graphql`)
    await other.locator('.account-name', { hasText: 'admin@harbour.example' }).waitFor()
    await other.close()
  })
})
