import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { ADMIN, TECHNICIAN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, shows, choose, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

const numbersBy = async (filter: object, orderBy: object[]): Promise<string[]> => {
  const { jobs } = await ask(
    `query ($filter: JobFilter, $orderBy: [JobOrder!]) {
      jobs(first: 20, filter: $filter, orderBy: $orderBy) { nodes { number } }
    }`,
    { filter, orderBy },
  )
  return jobs.nodes.map(({ number }: { number: number }) => `#${number}`)
}
const numbersShown = () => dashboard.page.locator('.records tbody th').allInnerTexts()

describe('the list of jobs', () => {
  test('has its filters, its search and its order in the address, in both directions', async () => {
    const { page } = dashboard
    await goSignedIn('jobs?statuses=SCHEDULED,PAUSED&late=no&scheduledStart=2020-01-01..2099-12-31')
    const filter = {
      statuses: ['SCHEDULED', 'PAUSED'],
      late: false,
      scheduledStart: { from: '2020-01-01T00:00:00Z', to: '2099-12-31T23:59:59.999Z' },
    }
    const byStart = await numbersBy(filter, [{ field: 'SCHEDULED_START' }])
    await expect.poll(async () => (await numbersShown()).slice(0, 20)).toEqual(byStart)
    expect(await page.getByLabel('Paused').isChecked()).toBe(true)
    expect(await page.getByLabel('From').first().inputValue()).toBe('2020-01-01')

    await press('Site')
    await press('Site')
    const bySite = await numbersBy(filter, [{ field: 'SITE', direction: 'DESC' }])
    await expect.poll(async () => (await numbersShown()).slice(0, 20)).toEqual(bySite)
    const sorted = page.locator('th[aria-sort=descending]')
    expect(await sorted.innerText()).toContain('Site')
    expect(page.url()).toContain('sort=SITE&descending=yes')

    await page.getByLabel('Paused').uncheck()
    await page.getByLabel('Search').fill('PO-5')
    await expect.poll(() => page.url()).toContain('search=PO-5')
    expect(page.url()).toContain('statuses=SCHEDULED&')
    await page.getByRole('link', { name: 'Remove all filters' }).click()
    await shows(/^\d\d\d jobs$/)
  })

  test('finds the job whose number is typed, not one whose number is the beginning of it', async () => {
    const { page } = dashboard
    await goSignedIn('jobs')
    await page.getByText('More filters').click()
    const input = page.getByRole('combobox', { name: 'Jobs' })
    await input.pressSequentially('1')
    await page.locator('option[value="1"]').waitFor({ state: 'attached' })
    await input.pressSequentially('2')
    await page.locator('option[value="12"]').waitFor({ state: 'attached' })
    await input.press('Enter')
    await page.getByRole('button', { name: 'Jobs: remove 12' }).waitFor()
    await expect.poll(numbersShown).toEqual(['#12'])
  })

  test('says which parts of the address it ignores', async () => {
    const { page } = dashboard
    await goSignedIn(
      'jobs?state=NOPE&statuses=PAUSED,NOPE&late=perhaps&scheduledStart=2027-02-31..&sort=NOPE',
    )
    await shows(
      'Ignored: state NOPE, status NOPE, late perhaps, scheduled start 2027-02-31, sort NOPE',
    )
    const paused = await numbersBy({ statuses: ['PAUSED'] }, [{ field: 'SCHEDULED_START' }])
    await expect.poll(async () => (await numbersShown()).slice(0, 20)).toEqual(paused)
    await page.getByRole('link', { name: 'Remove all filters' }).click()
    await shows(/^\d\d\d jobs$/)
    expect(await page.locator('.notice').count()).toBe(0)
    await dashboard.go('jobs/week?week=NOPE')
    await shows('Ignored: week NOPE')
  })

  test('has the links to the other views where the board and the week have them', async () => {
    const { page } = dashboard
    await goSignedIn('jobs')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const places = []
      for (const view of ['List', 'Board', 'Week']) {
        await page.getByRole('link', { name: view, exact: true }).click()
        await page.locator('.views [aria-current=page]', { hasText: view }).waitFor()
        places.push(await page.getByRole('navigation', { name: 'Views of the jobs' }).boundingBox())
      }
      for (const place of places) expect(place).toEqual(places[0])
    }
  })

  test('finds the records of a filter by their names', async () => {
    const { page } = dashboard
    const { viewer } = await (await askAs(TECHNICIAN))('{ viewer { user { id fullName } } }')
    await goSignedIn('jobs')
    await choose('Technician', viewer.user.fullName)
    expect(page.url()).toContain(`technicianIds=${viewer.user.id}`)
    const expected = await numbersBy({ technicianIds: [viewer.user.id] }, [
      { field: 'SCHEDULED_START' },
    ])
    await expect.poll(async () => (await numbersShown()).slice(0, 20)).toEqual(expected)
    await page.getByRole('button', { name: /^Technician: remove/ }).click()
    await expect.poll(() => page.url()).not.toContain('technicianIds')
  })

  test('is saved as CSV, with the rows on the screen', async () => {
    const { page } = dashboard
    await goSignedIn('jobs?statuses=PAUSED')
    await page.locator('.records').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV of/ }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('jobs.csv')
    const stream = await file.createReadStream()
    const text = (await stream.toArray()).join('')
    const [head, ...rows] = text.trimEnd().split('\n')
    expect(head).toBe('\uFEFFJob,Type,Site,Technician,Start,Status')
    expect(rows.map((row) => `#${row.split(',')[0]}`)).toEqual(await numbersShown())
    for (const row of rows) expect(row).toMatch(/,\d{4}-\d\d-\d\dT[\d:.]+Z,/)
  })
})
