import { expect, inject, test } from 'vitest'
import { Playground } from './playground.js'

const playground = new Playground()

test('an access token that has expired is refreshed once, and the request is repeated', async () => {
  const { page } = playground
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  // Then the page sends nothing by itself any more.
  await expect.poll(playground.account).toContain('admin@harbour.example')
  const operations: string[] = []
  let isExpired = true
  await page.route('**/graphql', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const { query } = request.postDataJSON() as { query: string }
    operations.push(/^(?:query|mutation) (\w+)/m.exec(query)?.[1] ?? query)
    if (operations.at(-1) === 'Refresh') isExpired = false
    // What the service answers to a token that has expired.
    const headers = { ...request.headers(), ...(isExpired && { authorization: 'Bearer expired' }) }
    return route.continue({ headers })
  })
  await playground.run()
  await expect.poll(() => operations).toEqual(['Sites', 'Refresh', 'Sites'])
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  expect(await playground.account()).toContain('admin@harbour.example')
  // The new tokens are kept, and the old refresh token is not used again.
  await playground.run()
  await expect.poll(() => operations).toEqual(['Sites', 'Refresh', 'Sites', 'Sites'])
  await page.reload()
  await expect.poll(playground.account).toContain('admin@harbour.example')
  expect(operations.filter((name) => name === 'Refresh')).toHaveLength(1)
  // An expired token does not keep a sign-out from ending the session.
  isExpired = true
  await playground.click('Sign out')
  const ofSession = () => operations.filter((name) => /^(Refresh|Logout)$/.test(name))
  await expect.poll(ofSession).toEqual(['Refresh', 'Logout', 'Refresh', 'Logout'])
  playground.complaints = playground.complaints.filter((complaint) => !complaint.includes('401'))
})

test('a session that cannot be refreshed ends, and the page offers the sign-in', async () => {
  const { page } = playground
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  await page.evaluate(`sessionStorage.setItem('playground:session',
    JSON.stringify({ accessToken: 'expired', refreshToken: 'used' }))`)
  await page.route('**/graphql', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const body = (await response.text()).replace(/"session":\{[^}]*\}/, '"session":null')
    return route.fulfill({ response, body })
  })
  await page.reload()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email address' }).waitFor()
  expect(await page.evaluate(`sessionStorage.getItem('playground:session')`)).toBe('null')
  playground.complaints = playground.complaints.filter((complaint) => !complaint.includes('401'))
})

test('a sign-out ends the session on the service: its token is refused', async () => {
  const { page } = playground
  const first = page.waitForRequest((request) => 'authorization' in request.headers())
  await page.reload()
  const { authorization = '' } = (await first).headers()
  const readRole = async () => {
    const response = await fetch(`${inject('service')}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { role } }' }),
    })
    return response.json()
  }
  await expect.poll(playground.account).toContain('admin@harbour.example')
  expect(await readRole()).toEqual({ data: { viewer: { role: 'ADMIN' } } })
  const logout = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('mutation Logout')),
  )
  await playground.click('Sign out')
  await logout
  expect(await readRole()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
})

test('the keyboard alone opens an example, runs it, and reaches its result', async () => {
  const { page } = playground
  await expect.poll(playground.answer).toContain('"totalCount": 40')
  const focused = () =>
    page.evaluate<string>(`(() => {
      const { ariaLabel, innerText } = document.activeElement
      return ariaLabel ?? innerText ?? ''
    })()`)
  /** Presses Tab until the element with this name has the focus. */
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 120; presses += 1) {
      if ((await focused()) === name) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}.`)
  }
  await page.evaluate('document.activeElement.blur()')
  await tabTo('Show Examples')
  await page.keyboard.press('Enter')
  await tabTo('Search the examples')
  await page.keyboard.type('api/site zones')
  await tabTo('GET /api/site/{site}/zones: the zones of a site')
  await page.keyboard.press('Enter')
  await expect.poll(playground.query).toContain('query ZonesOfSite')
  await expect.poll(() => playground.shown('section[aria-label=Variables]')).toMatch(/"id": "0/)
  // The editor has the focus. Until the tab has the name of the operation, the key runs the one before.
  await expect.poll(playground.tabs).toContain('ZonesOfSite')
  await page.keyboard.press('Control+Enter')
  await expect.poll(playground.answer).toContain('"zones"')
  // In the editor, Tab indents, until this key changes that.
  await page.keyboard.press('Control+m')
  await tabTo('Table')
  await page.keyboard.press('Enter')
  await page.locator('.run tbody tr').first().waitFor()
})
