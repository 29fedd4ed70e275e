import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany, PASSWORD, newUser } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, startService, tokenOf } from '../support/graphql.js'

const HTML = { accept: 'text/html,*/*;q=0.8' }

let address: string
beforeAll(async () => {
  address = await startService({ DOCS: 'signed-in' })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, { headers, redirect: 'manual' })

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...HTML, 'sec-fetch-site': 'same-origin', ...headers },
    redirect: 'manual',
  })

/** Signs in with the form. Returns the response and the cookie for the next request. */
async function signIn(fields: Record<string, string>) {
  const response = await post('/docs/sign-in', fields)
  const set = response.headers.get('set-cookie') ?? ''
  return { response, set, cookie: set.split(';')[0] ?? '' }
}

async function newAccount() {
  const company = await newCompany(testDatabase())
  const { email } = await newUser(company)
  return { company, fields: { username: email, password: PASSWORD } }
}

describe('with DOCS=signed-in', () => {
  it('a browser gets a form, signs in, reads the page that it opened, and signs out', async () => {
    const asked = await get('/docs/schema/Site', HTML)
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([401, 'no-store'])
    const form = await asked.text()
    expect(form).toContain('name="to" value="/docs/schema/Site"')
    expect(form).not.toContain('A location of a client')

    const { fields } = await newAccount()
    const { response, set, cookie } = await signIn({ ...fields, to: '/docs/schema/Site' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/docs/schema/Site'])
    expect(set).toMatch(
      /^fis_docs=fis_access_[\w-]+; Max-Age=86400; Path=\/docs; HttpOnly; SameSite=Lax$/,
    )

    const page = await get('/docs/schema/Site', { ...HTML, cookie })
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(await page.text()).toContain('A location of a client')
    expect(await (await get('/docs/sign-in', { ...HTML, cookie })).text()).toContain('Sign out')

    const out = await post('/docs/sign-out', {}, { cookie })
    expect(out.headers.get('set-cookie')).toMatch(/^fis_docs=; Max-Age=0; Path=\/docs/)
    expect((await get('/docs/schema/Site', { ...HTML, cookie })).status).toBe(401)
  })

  it('a program sends the credentials of the APIs, or gets an error as JSON', async () => {
    const refused = await get('/docs/llms.txt')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.json()).toEqual({ message: expect.stringContaining('Authorization') })
    const authorization = `Bearer ${await tokenOf((await newCompany(testDatabase())).admin)}`
    const text = await get('/docs/llms.txt', { authorization })
    expect([text.status, (await text.text()).slice(0, 26)]).toEqual([
      200,
      '# Field Inspection Service',
    ])
  })

  it('every file needs a session, except the style and the script', async () => {
    for (const path of [
      '/docs',
      '/docs/search.json',
      '/docs/schema.graphql',
      '/docs/nothing',
      '/docs/first-hour/playground.png',
    ])
      expect((await get(path)).status, path).toBe(401)
    for (const path of ['/docs/assets/site.css', '/docs/assets/site.js'])
      expect((await get(path)).status, path).toBe(200)
    expect((await get('/llms.txt')).status).toBe(404)
  })

  it('the APIs ignore the cookie', async () => {
    const { fields } = await newAccount()
    const { cookie } = await signIn(fields)
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ company { id } }' }),
    })
    expect(response.status).toBe(401)
  })

  it('the session is one of the user, who can end it', async () => {
    const company = await newCompany(testDatabase())
    const { admin } = company.users
    const { cookie } = await signIn({ username: admin.email, password: PASSWORD })
    const ask = graph(company.admin)
    await ask('mutation { logout(input: { everywhere: true }) { ok } }')
    expect((await get('/docs', { ...HTML, cookie })).status).toBe(401)
  })
})

describe('the form', () => {
  it('shows what is wrong, and sets no cookie', async () => {
    const { fields } = await newAccount()
    const wrong = await signIn({ ...fields, password: 'wrong', to: '/docs/errors"' })
    expect([wrong.response.status, wrong.set]).toEqual([401, ''])
    const html = await wrong.response.text()
    expect(html).toContain('<p role="alert">The credentials are not valid.</p>')
    expect(html).toContain('value="/docs/errors&quot;"')
    const empty = await signIn({ username: '', password: '' })
    expect([empty.response.status, empty.set]).toEqual([400, ''])
    expect(await empty.response.text()).toContain('Enter your account and your password.')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/docs.evil',
    '/docs\\@evil',
    '/graphql',
    'docs',
  ])('does not lead to %s', async (to) => {
    const { fields } = await newAccount()
    const { response } = await signIn({ ...fields, to })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/docs'])
  })

  it('of another site is refused', async () => {
    const { fields } = await newAccount()
    const response = await post('/docs/sign-in', fields, { 'sec-fetch-site': 'cross-site' })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
  })

  it('counts attempts like a login', async () => {
    const strict = await startService({ DOCS: 'signed-in', LOGIN_ATTEMPTS_PER_MINUTE: '2' })
    const { fields } = await newAccount()
    const attempt = () =>
      fetch(`${strict}/docs/sign-in`, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, password: 'wrong' }),
      })
    expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401])
    const refused = await attempt()
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.any(Number),
    ])
    expect(await refused.text()).toContain('Too many attempts.')
  })

  it('sets a cookie that is sent over HTTPS only, if the browser used HTTPS', async () => {
    const proxied = await startService({ DOCS: 'signed-in', TRUST_PROXY: 'on' })
    const { fields } = await newAccount()
    const response = await fetch(`${proxied}/docs/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-proto': 'https' },
      redirect: 'manual',
    })
    expect(response.headers.get('set-cookie')).toContain('; Secure')
  })
})
