import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { signIn } from './dashboard.js'
import { FIRST, newJob } from './new-job.js'

/** The second company: other files change the jobs of the first one. */
const ADMIN = 'admin@summit.example'

const dashboard = useDashboard()
const { goSignedIn } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

const live = () => dashboard.page.locator('.live', { hasText: /^Live$/ })

const tileCount = async (label: string) => {
  const text = await dashboard.page.locator('.key-figure', { hasText: label }).innerText()
  return Number(/[\d,]+/.exec(text)![0].replace(',', ''))
}

test('the overview counts a job that becomes late, without a reload', async () => {
  const { id } = await newJob(ask)
  await goSignedIn('', ADMIN)
  await live().waitFor()
  // Other files may change the number at the same time.
  const lateNow = async () => (await ask('{ jobs(filter: { late: true }) { totalCount } }')).jobs
  const countsAll = () =>
    expect.poll(async () => (await tileCount('Late jobs')) - (await lateNow()).totalCount).toBe(0)
  await countsAll()
  const { updateJob } = await ask(
    'mutation ($input: UpdateJobInput!) { updateJob(input: $input) { job { late } userErrors { message } } }',
    {
      input: {
        id,
        scheduledStart: new Date(Date.now() - 7_200_000).toISOString(),
        scheduledEnd: new Date(Date.now() - 3_600_000).toISOString(),
      },
    },
  )
  expect(updateJob).toEqual({ job: { late: true }, userErrors: [] })
  await countsAll()
})

test('a job that is started in another page moves to the next column', async () => {
  const { page } = dashboard
  const { number } = await newJob(ask, FIRST)
  await goSignedIn('jobs/board', ADMIN)
  await live().waitFor()
  const cardIn = (board: Page, column: string) =>
    board
      .getByRole('region', { name: column, exact: true })
      .getByRole('article', { name: `Job ${number}`, exact: true })
  await cardIn(page, 'Scheduled').waitFor()
  const second = await page.context().newPage()
  try {
    await second.goto(page.url())
    await signIn(second, ADMIN)
    await cardIn(second, 'Scheduled').getByRole('button', { name: 'Start' }).click()
    await cardIn(page, 'In progress').waitFor()
  } finally {
    await second.close()
  }
})

test('the page of an asset shows an inspection that another user records', async () => {
  const { page } = dashboard
  const { assets } = await ask('{ assets(first: 1, filter: { statuses: [OK] }) { nodes { id } } }')
  const [{ id }] = assets.nodes
  await goSignedIn(`assets/${id}`, ADMIN)
  await live().waitFor()
  await ask(
    'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { userErrors { message } } }',
    { input: { assetId: id, outcome: 'FAILED', note: 'Seen by another user' } },
  )
  await page.getByText('Seen by another user').first().waitFor()
  await page.locator('.heading', { hasText: 'Defective' }).waitFor()
})

test('a page in the background has no stream, and catches up when it is shown again', async () => {
  const { page } = dashboard
  const { assets } = await ask('{ assets(first: 1, filter: { statuses: [OK] }) { nodes { id } } }')
  const [{ id }] = assets.nodes
  await goSignedIn(`assets/${id}`, ADMIN)
  await live().waitFor()
  const become = (state: string) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await become('hidden')
  await page.locator('.live', { hasText: 'Not live' }).waitFor()
  await ask(
    'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { userErrors { message } } }',
    { input: { assetId: id, outcome: 'FAILED', note: 'While the page was hidden' } },
  )
  expect(await page.getByText('While the page was hidden').count()).toBe(0)
  await become('visible')
  await page.getByText('While the page was hidden').first().waitFor()
  await live().waitFor()
})

test('a page says when it is not live, and is live again as soon as it can be', async () => {
  const { page } = dashboard
  await page.route('**/graphql', (route) =>
    route.request().headers()['accept'] === 'text/event-stream' ? route.abort() : route.fallback(),
  )
  await goSignedIn('', ADMIN)
  await page.locator('.live', { hasText: 'Not live' }).waitFor()
  await page.unroute('**/graphql')
  await live().waitFor()
  // What Chromium writes for each request that the test has aborted.
  dashboard.complaints = []
})
