import { expect, test } from 'vitest'
import { DASHBOARD, useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()
const { shows, tabTo } = dashboard

test('the keyboard alone signs in, filters the jobs, and opens one', async () => {
  const { page } = dashboard
  await page.goto(DASHBOARD)
  // The first input has the focus.
  await page.locator('input[name=username]:focus').waitFor()
  await page.keyboard.type(ADMIN)
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-password')
  await page.keyboard.press('Enter')
  await shows('Assets by risk and status')
  await tabTo('link', 'Jobs')
  await page.keyboard.press('Enter')
  await tabTo('checkbox', 'Paused')
  await page.keyboard.press('Space')
  await expect.poll(() => page.url()).toContain('statuses=PAUSED')
  await tabTo('link', /^#\d+$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Job #\d+$/ }).waitFor()
})
