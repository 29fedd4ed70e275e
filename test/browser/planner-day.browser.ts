import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows, choose, press } = dashboard

let ask: Ask
/** A technician whose jobs no other file changes. */
let technician: { id: string; fullName: string }
beforeAll(async () => {
  ask = await askAs(ADMIN)
  const { users } = await ask(`{ users(filter: { search: "tech17@" }) { nodes { id fullName } } }`)
  technician = users.nodes[0]
})

const link = (name: string | RegExp) => dashboard.page.getByRole('link', { name, exact: true })
const rows = () => dashboard.page.locator('.records tbody th')

describe('the day of a planner', () => {
  test('1. from the number of late jobs to one of them, which another technician gets', async () => {
    const { page } = dashboard
    await goSignedIn('')
    await link(/^Late jobs/).click()
    await rows().last().getByRole('link').click()
    await page.getByRole('heading', { name: /^Job #\d+$/ }).waitFor()
    await page.locator('.heading').getByText('Late').waitFor()
    const number = (await page.getByRole('heading', { level: 1 }).innerText()).replace('Job ', '')
    await choose('Another technician', technician.fullName)
    await press('Reassign')
    await page.locator('.facts').getByRole('link', { name: technician.fullName }).click()
    await page.getByLabel('Late', { exact: true }).selectOption('yes')
    await expect.poll(() => rows().allInnerTexts()).toContain(number)
    await page.goBack()
    await press('Undo')
    const facts = page.locator('.facts')
    await facts.getByRole('link', { name: technician.fullName }).waitFor({ state: 'detached' })
  })

  test('2. from the first failing site to a defective asset, and to the inspection that failed', async () => {
    const { page } = dashboard
    await goSignedIn('')
    await link('Sites').click()
    await rows().first().getByRole('link').click()
    await page.locator('.facts').getByText('Failing').waitFor()
    await page
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: /assets?$/ })
      .click()
    await page.getByRole('checkbox', { name: 'Defective' }).check()
    // The rows of the list before are shown until the others have arrived.
    const first = page.locator('.records tbody tr').first()
    await expect.poll(() => first.innerText()).toContain('Defective')
    await rows().first().getByRole('link').click()
    await page.locator('.heading').getByText('Defective').waitFor()
    await link(/^\d+ inspections?$/).click()
    await expect.poll(() => page.locator('.records').innerText()).toContain('Failed')
  })

  test('3. moves a job in the week, and its page and its history have the new time', async () => {
    const { page } = dashboard
    const { jobs } = await ask(
      `query ($ids: [ID!]) { jobs(first: 1, filter: { statuses: [SCHEDULED], technicianIds: $ids },
        orderBy: [{ field: SCHEDULED_START, direction: DESC }]) { nodes { id number scheduledStart } } }`,
      { ids: [technician.id] },
    )
    const { id, number, scheduledStart } = jobs.nodes[0]
    await goSignedIn(`jobs/week?week=${scheduledStart.slice(0, 10)}`)
    await page.getByRole('button', { name: new RegExp(`^#${number} `) }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await shows(`Job ${number}: `)
    await go(`jobs/${id}`)
    await shows(/^Scheduled start: (\w{3},? \d.*) → (?!\1)\w{3},? \d/)
    const { job } = await ask('query ($id: ID!) { job(id: $id) { scheduledStart } }', { id })
    expect(Date.parse(scheduledStart) - Date.parse(job.scheduledStart)).toBe(3_600_000)
  })

  test('4. from a zone to a new asset in it, which is found by its code, and decommissioned', async () => {
    const { page } = dashboard
    await goSignedIn('sites')
    await rows().last().getByRole('link').click()
    const zone = page.locator('.zone').first()
    const name = await zone.getByRole('heading').innerText()
    await zone.getByRole('link', { name: /^New asset/ }).click()
    await page.getByRole('button', { name: new RegExp(`^Zone: remove ${name}, `) }).waitFor()
    await choose('Type', 'Fire door')
    await press('Create')
    await shows(/^FD-\d+ is created\.$/)
    const code = await page.getByRole('heading', { level: 1, name: /^FD-/ }).innerText()
    await link('Assets').click()
    await page.getByLabel('Code, barcode or custom field').fill(code)
    await shows('1 asset')
    await link(code).click()
    await press('Decommission')
    await page.getByRole('dialog').getByRole('button', { name: 'Decommission' }).click()
    await page.locator('.heading').getByText('Decommissioned').waitFor()
  })

  test('5. the completed jobs of a technician, the newest first, as a file', async () => {
    const { page } = dashboard
    await goSignedIn('jobs')
    await page.getByRole('checkbox', { name: 'Completed' }).check()
    await choose('Technician', technician.fullName)
    await page.getByLabel('Sort by').selectOption('COMPLETED_AT')
    await page.getByLabel('Descending').check()
    const { jobs } = await ask(
      `query ($ids: [ID!]) { jobs(first: 20, filter: { statuses: [COMPLETED], technicianIds: $ids },
        orderBy: [{ field: COMPLETED_AT, direction: DESC }]) { nodes { number } } }`,
      { ids: [technician.id] },
    )
    const numbers = jobs.nodes.map(({ number }: { number: number }) => String(number))
    expect(numbers.length).toBeGreaterThan(0)
    await expect
      .poll(() => rows().allInnerTexts())
      .toEqual(numbers.map((each: string) => `#${each}`))
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV of/ }).click()
    const text = (await (await (await saved).createReadStream()).toArray()).join('')
    const [, ...lines] = text.trimEnd().split('\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(numbers)
  })
})
