import { afterEach, expect, test } from 'vitest'
import { askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { FIRST, newJob } from './new-job.js'
import { open } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows } = dashboard

const notice = () => dashboard.page.getByText('No response from the service since')
const network = (isOn: boolean) => dashboard.page.context().setOffline(!isOn)

afterEach(async () => {
  await network(true)
})

test('without a network, the pages that were read stay, and a notice says so until a response comes', async () => {
  const { page } = dashboard
  await goSignedIn('')
  await shows('Assets by risk and status')
  await open(page, 'Sites')
  await shows('40 sites')
  expect(await notice().count()).toBe(0)

  await network(false)
  await notice().waitFor()
  expect(await notice().innerText()).toMatch(/since \w{3},? \d+ \w{3}, \d\d:\d\d: what/)
  await shows('40 sites')
  await open(page, 'Overview')
  await shows('Assets by risk and status')
  await notice().waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  // A page that was not read before has nothing to show, and a mutation is refused.
  await go('jobs/board')
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('alert').first().innerText()).toContain('cannot be reached')

  const again = page.waitForRequest(
    (request) => request.postData()?.includes('query Ping') === true,
  )
  await page.getByRole('button', { name: 'Try now' }).click()
  await again
  await notice().waitFor()

  await network(true)
  await notice().waitFor({ state: 'detached' })
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('ERR_INTERNET'))
})

test('a page is an outline while its records are on their way, and reads them again after an error', async () => {
  const { page } = dashboard
  await goSignedIn('')
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const message = 'A bug that this test invents.'
  await page.route('**/graphql', async (route) => {
    await answered
    await route.fulfill({ json: { errors: [{ message }] } })
  })
  await go('assets')
  await page.locator('.skeleton').first().waitFor()
  answer()
  await page.getByRole('alert').getByText(message).first().waitFor()
  expect(await page.locator('.skeleton').count()).toBe(0)
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await shows(/^[\d,]+ assets$/)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a reload without a network shows what was read, says since when, and goes on when the network is back', async () => {
  const { page } = dashboard
  await goSignedIn('')
  await shows('Assets by risk and status')
  await open(page, 'Sites')
  await shows('40 sites')
  await page.evaluate('navigator.serviceWorker.ready')

  await network(false)
  await page.reload()
  await shows('40 sites')
  await notice().waitFor()
  expect(await notice().innerText()).toMatch(/since \w{3},? \d+ \w{3}, \d\d:\d\d: what/)
  await open(page, 'Overview')
  await shows('Assets by risk and status')
  await page.reload()
  await shows('Assets by risk and status')
  await go('jobs/board')
  await page.getByRole('alert').first().waitFor()

  await network(true)
  await notice().waitFor({ state: 'detached' })
  await page.getByRole('article').first().waitFor()
  await page.reload()
  await page.getByRole('article').first().waitFor()
  expect(await notice().count()).toBe(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await network(false)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  // 401: the first requests after the reload have no access token; they are repeated with a new one.
  dashboard.complaints = dashboard.complaints.filter((text) => !/ERR_INTERNET|401/.test(text))
})

test('a service that comes back is noticed without a click', async () => {
  const { page } = dashboard
  await goSignedIn('sites')
  await shows('40 sites')
  await page.route('**/graphql', (route) => route.abort('connectionrefused'))
  await go('')
  await notice().waitFor()
  await page.unroute('**/graphql')
  await notice().waitFor({ state: 'detached' })
  await shows('Assets by risk and status')
  dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('ERR_CONNECTION'))
})

// The tests with another clock are the last ones: the browser keeps it.
test('without a network, the notice says when the data of the page on the screen came', async () => {
  const { page } = dashboard
  /** Pages read the time from this clock; their timers run as ever. */
  const at = (time: string) => page.clock.setFixedTime(new Date(`2031-05-06T${time}:00Z`))
  const says = (since: string, from: string) =>
    expect
      .poll(() => notice().innerText())
      .toMatch(new RegExp(`:${since}: what you see is from .*:${from}, and may have changed`))
  await at('10:01')
  await goSignedIn('sites')
  await shows('40 sites')
  await at('10:02')
  await go('sites?failing=yes')
  await page.getByText(/^\d sites?$/).waitFor()
  await at('10:03')
  await go('keys')
  await shows(/^\d+ API keys?$/)

  await network(false)
  await notice().waitFor()
  await says('03', '03')
  await at('10:04')
  await go('sites')
  await shows('40 sites')
  await says('03', '01')
  await go('sites?failing=yes')
  await says('03', '02')
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await says('03', '02')
  await go('sites')
  await says('03', '01')

  await network(true)
  await notice().waitFor({ state: 'detached' })
  // After this, the dashboard sends no request that fails.
  await page.goto('about:blank')
  dashboard.complaints = dashboard.complaints.filter((text) => !/ERR_INTERNET|401/.test(text))
})

test('the data of a page that is live came with the last event', async () => {
  const { page } = dashboard
  const ask = await askAs('admin@summit.example')
  const { id, number } = await newJob(ask, FIRST)
  await page.clock.setFixedTime(new Date('2031-05-06T10:01:00Z'))
  await goSignedIn('jobs/board', 'admin@summit.example')
  const card = page.getByRole('article', { name: `Job ${number}`, exact: true })
  await card.getByText(':00').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.clock.setFixedTime(new Date('2031-05-06T10:05:00Z'))
  await ask('mutation ($input: UpdateJobInput!) { updateJob(input: $input) { job { id } } }', {
    input: { id, scheduledStart: '2020-01-01T07:30:00Z' },
  })
  await card.getByText(':30').waitFor()
  await network(false)
  await expect
    .poll(() => notice().innerText())
    .toMatch(/:05: what you see is from .*:05, and may have changed/)
  await network(true)
  await notice().waitFor({ state: 'detached' })
  await ask('mutation ($id: ID!) { cancelJob(input: { id: $id }) { job { id } } }', { id })
  dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('ERR_INTERNET'))
})
