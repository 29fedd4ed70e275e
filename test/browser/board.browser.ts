import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, shows } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

test('a column of the board loads more jobs, and its number leads to the list of all', async () => {
  const { page } = dashboard
  const { jobs } = await ask('{ jobs(filter: { statuses: [COMPLETED] }) { totalCount } }')
  await goSignedIn('jobs/board')
  const column = page.getByRole('region', { name: 'Completed' })
  await column.getByRole('article').first().waitFor()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => column.getByRole('article').count()).toBeGreaterThan(12)
  await column.getByRole('link', { name: String(jobs.totalCount), exact: true }).click()
  await shows(`${jobs.totalCount} jobs`)
  expect(page.url()).toContain('#/jobs?statuses=COMPLETED')
})

test('the figures of the overview lead to the records that they count', async () => {
  const { page } = dashboard
  await goSignedIn('')
  for (const noun of ['site', 'asset', 'job']) {
    const tile = page.locator('.key-figure', { hasText: `${noun}s` })
    const [count = ''] = /[\d,]+/.exec(await tile.innerText()) ?? []
    await tile.getByRole('link').click()
    await shows(new RegExp(`^${count} ${noun}s?$`))
    await page.goBack()
    await tile.waitFor()
  }
})
