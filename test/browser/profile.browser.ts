import { expect, it } from 'vitest'
import { useDashboard } from './dashboard-page.js'

const dashboard = useDashboard()

it('chooses mails and a digest, and subscribes to a calendar of the own jobs', async () => {
  await dashboard.goSignedIn('jobs/week')
  await dashboard.page.getByRole('link', { name: 'In my own calendar' }).click()
  const { page } = dashboard
  const late = page.getByRole('checkbox', { name: 'A job is late' })
  await late.check()
  await dashboard.shows('Your mails are saved.')
  await page.getByRole('checkbox', { name: 'Monday' }).check()
  await page.getByLabel('At (in your time zone)').selectOption('06:00')
  await dashboard.press('New link')
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue()
  const calendar = await fetch(link)
  expect(calendar.status).toBe(200)
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR')
  for (const width of [390, 1000]) {
    await page.setViewportSize({ width, height: 800 })
    const folder = process.env['SHOW_MAILS']
    if (folder) await page.screenshot({ path: `${folder}/profile-${width}.png`, fullPage: true })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.reload()
  await page.getByRole('heading', { name: 'Mails' }).waitFor()
  expect(await late.isChecked()).toBe(true)
  expect(await page.getByLabel('At (in your time zone)').inputValue()).toBe('6')
  expect(await page.getByRole('textbox', { name: 'The link' }).count()).toBe(0)
  await dashboard.press('Revoke')
  await dashboard.shows('The link does not work any more.')
  expect((await fetch(link)).status).toBe(404)
})
