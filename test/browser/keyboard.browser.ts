import { expect, test } from 'vitest'
import { DASHBOARD, useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()
const { shows } = dashboard

/** More than the links and inputs of a page. */
const MAX_PRESSES = 80

/** Presses Tab until the element with this role and name has the focus. */
async function tabTo(role: 'link' | 'checkbox', name: string | RegExp): Promise<void> {
  const { page } = dashboard
  const target = page.getByRole(role, { name, exact: true }).first()
  await target.waitFor()
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}.`)
}

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
