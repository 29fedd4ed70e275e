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
  await expect
    .poll(async () => {
      // Again, if the page was shorter the last time.
      await page.mouse.wheel(0, 20_000)
      return column.getByRole('article').count()
    })
    .toBeGreaterThan(12)
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

test('each figure of a chart leads to the records that it counts', async () => {
  const { page } = dashboard
  await goSignedIn('')
  const charts = [
    ['Inspections and pass rate per month', 'inspection'],
    ['Assets by risk and status', 'asset'],
    ['Technicians with most open jobs', 'job'],
  ] as const
  for (const [title, noun] of charts) {
    const figure = page.locator('figure').filter({ hasText: title })
    await figure.locator('svg rect').first().waitFor()
    // The largest part of a bar, which has its address and its figure.
    const [address, text] = await page.evaluate<[string, string]>(`(() => {
      const figures = [...document.querySelectorAll('figure')]
      const figure = figures.find((each) => each.textContent.includes(${JSON.stringify(title)}))
      const sizeOf = (rect) => rect.getAttribute('width') * rect.getAttribute('height')
      const [rect] = [...figure.querySelectorAll('a > rect')].sort((one, other) => sizeOf(other) - sizeOf(one))
      return [rect.parentNode.getAttribute('href'), rect.textContent]
    })()`)
    const count = text.split(': ').at(-1) ?? ''
    await figure.getByText('Figures').click()
    await figure.locator(`td a[href="${address}"]`, { hasText: count }).waitFor()
    await figure.locator(`svg a[href="${address}"] > rect`).click()
    await shows(new RegExp(`^${count} ${noun}s?$`))
    await page.goBack()
  }
})
