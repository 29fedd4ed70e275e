import { describe, expect, inject, test } from 'vitest'
import { DASHBOARD, useDashboard } from './dashboard-page.js'
import { open, recordOperations, signIn } from './dashboard.js'

const dashboard = useDashboard()
const { shows, go, goSignedIn } = dashboard

// The first test of the file: later, a service worker has the scripts.
test.each(['dashboard', 'inspector'])(
  'a page whose script is refused says what to do: %s',
  async (name) => {
    const { page } = dashboard
    await page.route('**/*.js', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${inject('service')}/${name}`)
    await shows('If this text stays, load the page again.')
    await page.unroute('**/*.js')
    await page.reload()
    await page.getByLabel('Password').waitFor()
    expect(await page.getByText('If this text stays').count()).toBe(0)
    dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('503'))
  },
)

test('the service serves the dashboard, which sends requests to this service only', async () => {
  const { page } = dashboard
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto(DASHBOARD)
  await signIn(page)
  await shows('Failing sites')
  expect([...hosts].filter((host) => host !== 'null')).toEqual([inject('service')])
})

describe('a reload', () => {
  test('keeps the page and the session', async () => {
    const { page } = dashboard
    await goSignedIn('sites')
    await shows('40 sites')
    const operations = recordOperations(page)
    await page.reload()
    await shows('40 sites')
    const afterReload = operations.slice(operations.indexOf('Refresh'))
    expect(afterReload.slice(0, 3)).toEqual(['Refresh', 'Viewer', 'Sites'])
  })

  test('after the end of the session leads to the sign-in page, and a second one says nothing', async () => {
    const { page } = dashboard
    await page.goto(DASHBOARD)
    await signIn(page)
    await shows('Failing sites')
    await page.evaluate(`sessionStorage.setItem('fis.refreshToken', 'unknown')`)
    await page.reload()
    await shows('Your session has ended.')
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Your session has ended.').count()).toBe(0)
    dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('401'))
  })

  test('keeps nothing after the user has signed out', async () => {
    const { page } = dashboard
    await page.goto(DASHBOARD)
    await signIn(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await shows('You have signed out.')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })
})

test('an unknown page says so, and leads to the overview', async () => {
  const { page } = dashboard
  await goSignedIn('rockets/7')
  const unknown = ['company/x', 'queue/x', 'profile/x', 'jobs/board/x', 'constructor']
    .concat('assets/1/x', 'sites/1/x', 'sites/1/edit/x', 'checklists/new/x', 'keys/1/edit')
    .concat('clients', 'rockets/7')
  for (const path of unknown) {
    await go(path)
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([`The address #/${path} belongs to no page. The overview leads to all pages.`])
  }
  await page.getByRole('link', { name: 'overview', exact: true }).click()
  await shows('Failing sites')
  await open(page, 'Sites')
  await shows('40 sites')
})
