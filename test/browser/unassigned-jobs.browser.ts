import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { obstaclesIn } from './accessibility.js'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { newJob } from './new-job.js'
import { VIEWS } from './playground.js'

/** The second company. Only this file changes whether it allows jobs without a technician. */
const ADMIN = 'admin@summit.example'
/** In a week in which no other file has jobs. */
const WEEK = '2037-08-03'
const TIMES = { scheduledStart: `${WEEK}T03:00:00Z`, scheduledEnd: `${WEEK}T05:00:00Z` }

const dashboard = useDashboard()
const { go, goSignedIn, shows, choose, press, tabTo, dragToRow } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

const allow = (allowUnassignedJobs: boolean) =>
  ask(
    'mutation ($input: UpdateCompanyInput!) { updateCompany(input: $input) { userErrors { message } } }',
    { input: { allowUnassignedJobs } },
  )
const jobNow = async (id: string) =>
  (
    await ask(
      'query ($id: ID!) { job(id: $id) { number scheduledStart assigned technician { id fullName } } }',
      { id },
    )
  ).job
const isAssigned = async (id: string) => (await jobNow(id)).assigned as boolean
const removeJob = (id: string) =>
  ask('mutation ($id: ID!) { removeJob(input: { id: $id }) { job { id } } }', { id })

test('an admin allows jobs without a technician, undoes that, and undoes the undo', async () => {
  const { page } = dashboard
  await allow(false)
  await goSignedIn('company', ADMIN)
  const box = page.getByRole('checkbox', { name: 'Allow jobs without a technician' })
  await box.click()
  await shows('Jobs without a technician are allowed.')
  await press('Undo')
  await shows('Jobs without a technician are not allowed.')
  const { company } = await ask('{ company { allowUnassignedJobs } }')
  expect([company.allowUnassignedJobs, await box.isChecked()]).toEqual([false, false])
  await press('Undo')
  await shows('Jobs without a technician are allowed.')
  await expect.poll(() => box.isChecked()).toBe(true)
})

describe('where the company allows jobs without a technician,', () => {
  beforeEach(() => allow(true))

  const rows = () => dashboard.page.locator('.week [data-technician]')
  const boxOf = (number: number) =>
    dashboard.page.getByRole('button', { name: new RegExp(`^#${number} `) })

  test('a new job needs none, and the list has a filter for them', async () => {
    const { page } = dashboard
    const { sites, jobTypes } = await ask(`{
      sites(first: 100, orderBy: [{ field: NAME }]) { nodes { name address { timezone } } }
      jobTypes(first: 1, filter: { active: true }) { nodes { name } } }`)
    // Other files create sites in other time zones.
    const site = (sites.nodes as { name: string; address: { timezone: string } }[]).find(
      ({ address }) => address.timezone === 'Europe/London',
    )
    await goSignedIn('jobs/new', ADMIN)
    await page.getByPlaceholder('Not assigned').waitFor()
    await choose('Site', site!.name)
    await choose('Job type', jobTypes.nodes[0].name)
    await page.getByLabel('Start (Europe/London)').fill(`${WEEK}T03:00`)
    await press('Create')
    await page.getByRole('heading', { level: 1, name: /^Job #\d+$/ }).waitFor()
    const [id = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? []
    const { number, assigned } = await jobNow(id)
    expect(assigned).toBe(false)
    await go('jobs?assigned=no')
    await page.getByRole('link', { name: `#${number}`, exact: true }).waitFor()
    await removeJob(id)
  })

  test('the mouse gives a job of the week to a technician, and takes it back; undo reverts both', async () => {
    const { id, number } = await newJob(ask, { ...TIMES, technicianId: null })
    await goSignedIn(`jobs/week?week=${WEEK}`, ADMIN)
    const job = boxOf(number)
    const [none, first] = [rows().first(), rows().nth(1)]
    await none.getByRole('heading', { name: 'Not assigned' }).waitFor()
    await none.locator(job).waitFor()
    const technicianId = await first.getAttribute('data-technician')
    const technicianNow = async () => (await jobNow(id)).technician.id as string
    const placeholder = await technicianNow()

    await dragToRow(job, first)
    await expect.poll(technicianNow).toBe(technicianId)
    await first.locator(job).waitFor()
    await press('Undo')
    await expect.poll(technicianNow).toBe(placeholder)
    await none.locator(job).waitFor()

    await dragToRow(job, first)
    await expect.poll(technicianNow).toBe(technicianId)
    await first.locator(job).waitFor()
    await dragToRow(job, none)
    await shows(/^Job \d+: .*, Not assigned\.$/)
    await expect.poll(technicianNow).toBe(placeholder)
    await press('Undo')
    await expect.poll(technicianNow).toBe(technicianId)
    await first.locator(job).waitFor()
    await removeJob(id)
  })

  test('the keyboard moves a job of the week into their row and out of it, and makes a job there', async () => {
    const { page } = dashboard
    const { users } = await ask(`{ users(first: 1, orderBy: [{ field: LAST_NAME }],
      filter: { roles: [TECHNICIAN], active: true }) { nodes { id } } }`)
    const { id, number } = await newJob(ask, { ...TIMES, technicianId: users.nodes[0].id })
    await goSignedIn(`jobs/week?week=${WEEK}`, ADMIN)
    await tabTo('button', new RegExp(`^#${number} `))
    await page.keyboard.press('ArrowUp')
    await boxOf(number)
      .getByText(/, Not assigned$/)
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => isAssigned(id)).toBe(false)
    await rows().first().locator(boxOf(number)).waitFor()
    await tabTo('button', new RegExp(`^#${number} `))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => isAssigned(id)).toBe(true)
    await removeJob(id)

    await tabTo('button', 'New job, not assigned')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New job' })
    await dialog.getByPlaceholder('Not assigned').waitFor()
  })

  test('the page of a job takes it from its technician, and gives it to one; undo reverts both', async () => {
    const { page } = dashboard
    const { id, number, technician } = await newJob(ask, TIMES)
    const take = page.getByRole('button', { name: 'Take from the technician' })
    const shown = (name: string) =>
      page.locator('.facts').getByRole('link', { name, exact: true }).waitFor()
    await goSignedIn(`jobs/${id}`, ADMIN)
    await take.click()
    await shows(`Job ${number} has no technician.`)
    await shown('Not assigned')
    expect([await isAssigned(id), await take.count()]).toEqual([false, 0])
    await press('Undo')
    await shown(technician.fullName)
    expect((await jobNow(id)).technician).toEqual(technician)

    await take.click()
    await shown('Not assigned')
    await choose('Another technician', technician.fullName)
    await press('Reassign')
    await shows(`Job ${number} has another technician.`)
    await shown(technician.fullName)
    await press('Undo')
    await shown('Not assigned')
    expect(await isAssigned(id)).toBe(false)
    await removeJob(id)
  })

  test.each(VIEWS)(
    'axe finds nothing serious in their row and on their pages in a $colorScheme window of $width pixels',
    async ({ colorScheme, width }) => {
      const { page } = dashboard
      const [job, other] = [
        await newJob(ask, { ...TIMES, technicianId: null }),
        await newJob(ask, TIMES),
      ]
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await goSignedIn(`jobs/week?week=${WEEK}`, ADMIN)
      await rows().first().locator(boxOf(job.number)).waitFor()
      expect(await obstaclesIn(page)).toEqual([])
      await go(`jobs/${job.id}`)
      await page.locator('.facts').getByRole('link', { name: 'Not assigned' }).waitFor()
      expect(await obstaclesIn(page)).toEqual([])
      await go(`jobs/${other.id}`)
      await page.getByRole('button', { name: 'Take from the technician' }).waitFor()
      expect(await obstaclesIn(page)).toEqual([])
      await removeJob(job.id)
      await removeJob(other.id)
    },
  )
})
