import { expect, it } from 'vitest'
import { askAs } from './ask.js'
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

it('undoes a choice of mails, also after another page, and a link to a calendar', async () => {
  const user = 'admin@summit.example'
  const { page, shows, press } = dashboard
  const ask = await askAs(user)
  const mails = async () =>
    (await ask('{ viewer { user { notificationPreferences { mails } } } }')).viewer.user
      .notificationPreferences.mails as string[]
  const before = await mails()
  await dashboard.goSignedIn('', user)
  const openProfile = () => page.locator('a[href="#/profile"]').first().click()
  await openProfile()
  const late = page.getByRole('checkbox', { name: 'A job is late' })
  const wasChecked = await late.isChecked()
  await late.click()
  await shows('Your mails are saved.')
  expect(await mails()).not.toEqual(before)
  await page.getByRole('link', { name: 'Overview' }).click()
  await shows('Failing sites')
  await openProfile()
  await expect.poll(() => late.isChecked()).toBe(!wasChecked)
  await press('Undo')
  await shows('It is as it was before.')
  expect((await mails()).sort()).toEqual([...before].sort())
  await expect.poll(() => late.isChecked()).toBe(wasChecked)

  await press('New link')
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue()
  await press('Undo')
  await shows('The link does not work any more.')
  expect((await fetch(link)).status).toBe(404)
})
