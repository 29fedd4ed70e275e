import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { findObstacles } from './accessibility.js'
import { type Ask, askAs } from './ask.js'
import { openChromium } from './chromium.js'
import {
  ADMIN,
  type Dashboard,
  figuresOf,
  open,
  recordOperations,
  serveDashboard,
  signIn,
  namesSites,
  showsSites,
  TECHNICIAN,
} from './dashboard.js'
import { FIRST, newJob, otherTechnician } from './new-job.js'

const service = inject('service')

let folder: string
let removeFolder: () => Promise<void>
let dashboard: Dashboard
/** Asks the service as the admin, to compare with what the page shows. */
let ask: Ask
let browser: BrowserContext
let complaints: string[]
beforeAll(async () => {
  ;({ folder, remove: removeFolder } = await makeTemporaryFolder())
  dashboard = await serveDashboard(folder, service)
  ask = await askAs(ADMIN)
  browser = await openChromium(join(folder, 'profile'))
  browser.setDefaultTimeout(120_000)
  browser.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  browser.on('weberror', (error) => complaints.push(String(error.error())))
})
afterAll(async () => {
  await browser.close()
  await dashboard.close()
  await removeFolder()
})

let page: Page
beforeEach(async () => {
  complaints = []
  page = await browser.newPage()
  expect(new URL(dashboard.address).origin).not.toBe(service)
  await page.goto(dashboard.address)
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

const heading = (level = 1) => page.getByRole('heading', { level })
const shows = (text: string) => page.getByText(text).first().waitFor()
const column = (name: string) => page.getByRole('region', { name, exact: true })

const openBoard = async () => {
  await open(page, 'Jobs')
  await page.getByRole('link', { name: 'Board' }).click()
}

/** Holds back the requests of an operation until the returned function is called. */
async function hold(operation: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(`mutation ${operation}(`)) await released
    await route.continue()
  })
  return () => {
    release()
  }
}

describe('a session', () => {
  test('begins only with the right password, and shows why it does not', async () => {
    await signIn(page, ADMIN, 'wrong')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toBe('The credentials are not valid.')
    await signIn(page)
    await shows('Alice Ashworth')
    complaints = complaints.filter((text) => !text.includes('401'))
  })

  test('goes on with a new token if the old one has expired, and repeats the request', async () => {
    await signIn(page)
    await shows('Failing sites')
    const operations = recordOperations(page)
    let isExpired = true
    await page.route('**/graphql', (route) => {
      const headers = route.request().headers()
      if (isExpired && headers['authorization']) headers['authorization'] = 'Bearer expired'
      isExpired &&= !headers['authorization']
      return route.continue({ headers })
    })
    await open(page, 'Sites')
    await shows('40 sites')
    expect(operations.slice(0, 3)).toEqual(['Sites', 'Refresh', 'Sites'])
    complaints = complaints.filter((text) => !text.includes('401'))
  })

  test('that was ended elsewhere leads to the sign-in page', async () => {
    await signIn(page, TECHNICIAN)
    await shows('Failing sites')
    const other = await askAs(TECHNICIAN)
    await other('mutation { logout(input: { everywhere: true }) { ok } }')
    await open(page, 'Sites')
    await shows('Your session has ended.')
    complaints = complaints.filter((text) => !text.includes('401'))
  })

  test('ends when the user signs out: its token is invalid', async () => {
    const first = page.waitForRequest((request) => 'authorization' in request.headers())
    await signIn(page)
    const { authorization = '' } = (await first).headers()
    await shows('Failing sites')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await shows('You have signed out.')
    const response = await fetch(`${service}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { role } }' }),
    })
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    })
  })
})

describe('the list of sites', () => {
  beforeEach(async () => {
    await signIn(page)
    await open(page, 'Sites')
  })
  const namesBy = async (variables: object): Promise<string[]> => {
    const query = `query ($filter: SiteFilter, $orderBy: [SiteOrder!]) {
      sites(first: 100, filter: $filter, orderBy: $orderBy) { nodes { name } }
    }`
    const { sites } = await ask(query, variables)
    return sites.nodes.map(({ name }: { name: string }) => name)
  }

  test('loads the next page when its end comes close to the window', async () => {
    const operations = recordOperations(page)
    // The first page ends close to the window, the second does not.
    await showsSites(page, 30)
    await page.mouse.wheel(0, 10_000)
    await namesSites(page, await namesBy({ orderBy: [{ field: 'FAILING', direction: 'DESC' }] }))
    expect(operations.filter((name) => name === 'Sites').length).toBeLessThanOrEqual(3)
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)

    await page.locator('.records th a').last().click()
    await page.getByRole('link', { name: 'Edit site' }).waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await showsSites(page, 40)
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500)
  })

  test('is filtered and sorted by the service', async () => {
    await page.getByLabel('Critical').check()
    await page.getByLabel('Sort by').selectOption('CITY')
    await page.getByLabel('Descending').check()
    const variables = {
      filter: { riskLevels: ['CRITICAL'] },
      orderBy: [{ field: 'CITY', direction: 'DESC' }],
    }
    const critical = await namesBy(variables)
    await namesSites(page, critical)

    const search = critical[0]!.slice(0, 6).toUpperCase()
    await page.getByLabel('Search').fill(search)
    const found = await namesBy({ ...variables, filter: { ...variables.filter, search } })
    expect(found.length).toBeLessThan(critical.length)
    await namesSites(page, found)

    await page.getByLabel('Search').fill('no such site')
    await shows('No site matches this filter.')
  })

  test('keeps its filter when the user comes back from a site', async () => {
    await page.getByLabel('Failing', { exact: true }).selectOption('yes')
    const failing = await namesBy({
      filter: { failing: true },
      orderBy: [{ field: 'FAILING', direction: 'DESC' }],
    })
    await showsSites(page, failing.length)
    await page.getByRole('link', { name: failing[0]!, exact: true }).click()
    await expect.poll(() => heading().innerText()).toBe(failing[0])
    await page.goBack()
    await namesSites(page, failing)
    expect(await page.getByLabel('Failing', { exact: true }).inputValue()).toBe('yes')
  })
})

test('a site leads to its zones, their assets, and the custom field values of an asset', async () => {
  const { sites } = await ask(`{
    sites(first: 1, orderBy: [{ field: NAME }]) { nodes { name manager { id fullName } zones(orderBy: [{ field: NAME }]) {
      totalCount nodes { name assets(first: 100, orderBy: [{ field: CODE }]) { nodes {
        code customFieldValues { label kind unit value }
      } } }
    } } }
  }`)
  const [site] = sites.nodes
  await signIn(page)
  await open(page, 'Sites')
  await page.getByRole('link', { name: site.name, exact: true }).click()
  await shows(`${site.zones.totalCount} zones`)
  const zones = site.zones.nodes as { name: string; assets: { nodes: { code: string }[] } }[]
  expect(await heading(3).allInnerTexts()).toEqual(zones.map(({ name }) => name))

  const { manager } = site
  await page.locator('.facts').getByRole('link', { name: manager.fullName }).click()
  await page.getByRole('button', { name: `Manager: remove ${manager.fullName}` }).waitFor()
  const rows = page.locator('.records tbody th')
  await expect.poll(() => rows.allInnerTexts()).toContain(site.name)
  await page.goBack()
  await page.getByRole('link', { name: `${zones.length} zones`, exact: true }).click()
  await expect.poll(() => rows.allInnerTexts()).toEqual(zones.map(({ name }) => name))
  await page.goBack()

  const zone = page.getByRole('region', { name: zones[0]!.name })
  const codes = zones[0]!.assets.nodes.map(({ code }) => code)
  const links = zone.locator('.assets a')
  expect(await links.allInnerTexts()).toEqual(codes.slice(0, 5))
  await zone.getByRole('button').click()
  await expect.poll(() => links.allInnerTexts()).toEqual(codes.slice(0, 10))

  // The page shows what it has, and asks again. The response has the first assets of each zone; the others stay.
  await page.route('**/graphql', async (route) => {
    const isSite = route.request().postData()?.includes('query Site(') ?? false
    if (!isSite) return route.continue()
    const response = await route.fetch()
    const json = (await response.json()) as { data: { site: { name: string } } }
    json.data.site.name = 'Read again'
    return route.fulfill({ response, json })
  })
  await open(page, 'Sites')
  // A page that is left before it is drawn does not take the place of the site.
  await expect.poll(() => heading().innerText()).toBe('Sites')
  await page.goBack()
  await shows('Read again')
  expect(await links.allInnerTexts()).toEqual(codes.slice(0, 10))
  await page.unroute('**/graphql')

  const asset = site.zones.nodes[0].assets.nodes[9]
  await zone.getByRole('link', { name: asset.code }).click()
  await expect.poll(() => heading().innerText()).toBe(asset.code)
  const values = page.getByRole('region', { name: 'Custom fields' })
  const shown = await values.locator('dt, dd').allInnerTexts()
  expect(asset.customFieldValues.length).toBeGreaterThan(0)
  const expected = asset.customFieldValues as Record<'label' | 'kind' | 'unit' | 'value', string>[]
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' })
  const textOf = ({ kind, unit, value }: (typeof expected)[number]) => {
    if (kind === 'BOOLEAN') return value === 'true' ? 'Yes' : 'No'
    if (kind === 'DATE') return day.format(new Date(value))
    return unit ? `${value} ${unit}` : value
  }
  expect(shown).toEqual(expected.flatMap((each) => [each.label, textOf(each)]))
})

describe('the form of a site', () => {
  const SITE = 'Dover Garden Centre'
  const save = () => page.getByRole('button', { name: 'Save' }).click()
  /** The message that belongs to an input. */
  const errorOf = async (label: string) => {
    const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
    return id ? page.locator(`[id="${id}"]`).innerText() : null
  }
  const siteNow = async () => {
    const { sites } = await ask(
      `{ sites(filter: { search: "Dover Garden" }) { nodes { id name failureThreshold legalName riskLevel address { street city timezone } } } }`,
    )
    return sites.nodes[0]
  }
  beforeEach(async () => {
    await signIn(page)
    await open(page, 'Sites')
    await page.getByRole('link', { name: SITE }).click()
    await page.getByRole('link', { name: 'Edit site' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
  })

  test('shows each user error at its field, and writes nothing', async () => {
    const before = await siteNow()
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByLabel('City').fill('Elsewhere')
    await page.getByLabel('Failing from').fill('0')
    await page.getByLabel('Time zone').fill('Nowhere')
    await save()
    await shows('Please correct the marked fields.')
    expect(await errorOf('Name')).toBe('A value is required.')
    expect(await errorOf('Failing from this number of defects')).toMatch(/from 1/)
    expect(await errorOf('Time zone')).toMatch(/IANA/)
    expect(await errorOf('City')).toBeNull()
    const focused = page.locator(':focus')
    expect(await focused.getAttribute('name')).toBe('name')
    expect(await siteNow()).toEqual(before)
  })

  test('shows an error of a value’s type at its field', async () => {
    await page.getByLabel('Failing from').fill('1.5')
    await save()
    await shows('Please correct the marked fields.')
    expect(await errorOf('Failing from this number of defects')).toMatch(/Int/)
    complaints = complaints.filter((text) => !text.includes('400'))
  })

  test('saves, the site shows the new values, and undo writes the old ones', async () => {
    const before = await siteNow()
    await page.getByLabel('Legal name').fill('Dover Gardens Ltd')
    await page.getByLabel('City').fill('Folkestone')
    await save()
    await page.getByRole('link', { name: 'Edit site' }).waitFor()
    expect(await page.locator('.facts').innerText()).toContain('Folkestone')
    expect(await siteNow()).toMatchObject({
      legalName: 'Dover Gardens Ltd',
      address: { city: 'Folkestone' },
    })
    await shows('The site is saved.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await shows('It is as it was before.')
    expect(await siteNow()).toEqual(before)
  })

  describe('that another client has changed meanwhile', () => {
    const change = async (input: object) => {
      const { id } = await siteNow()
      const { updateSite } = await ask(
        `mutation ($input: UpdateSiteInput!) { updateSite(input: $input) { userErrors { message } } }`,
        { input: { id, ...input } },
      )
      expect(updateSite.userErrors).toEqual([])
    }
    const conflict = (label: string) =>
      page.getByRole('group', { name: `${label}: two values`, exact: true })
    const choose = (label: string, choice: 'Keep mine' | 'Take theirs') =>
      conflict(label).getByRole('button', { name: choice }).click()
    const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue()

    test('shows both values, and saves those that the user chooses', async () => {
      await change({
        legalName: 'Theirs Ltd',
        riskLevel: 'LOW',
        address: { street: 'Their Street' },
      })
      await page.getByLabel('Legal name').fill('Mine Ltd')
      await page.getByLabel('Risk', { exact: true }).selectOption('CRITICAL')
      await page.getByLabel('City').fill('My City')
      await save()
      await shows('Another user has changed this site. Choose a value for each marked field')
      expect(await siteNow()).toMatchObject({ legalName: 'Theirs Ltd' })
      expect(await conflict('Legal name').innerText()).toContain('Theirs Ltd')
      expect(await conflict('Risk').innerText()).toContain('Low')
      expect(await page.locator('.conflict').count()).toBe(2)
      expect(await valueOf('Legal name')).toBe('Mine Ltd')
      expect(await valueOf('City')).toBe('My City')
      expect(await valueOf('Street')).toBe('Their Street')
      expect(await findObstacles(page)).toEqual([])

      await save()
      expect(await siteNow()).toMatchObject({ legalName: 'Theirs Ltd' })
      await choose('Legal name', 'Keep mine')
      await choose('Risk', 'Take theirs')
      expect(await valueOf('Risk')).toBe('LOW')
      await save()
      await page.getByRole('link', { name: 'Edit site' }).waitFor()
      expect(await siteNow()).toMatchObject({
        legalName: 'Mine Ltd',
        riskLevel: 'LOW',
        address: { city: 'My City', street: 'Their Street' },
      })
    })

    test('asks again if it changes once more before it is saved', async () => {
      await change({ legalName: 'First Ltd' })
      await page.getByLabel('Legal name').fill('Mine Ltd 2')
      await save()
      await choose('Legal name', 'Keep mine')
      await change({ legalName: 'Second Ltd' })
      await save()
      await conflict('Legal name').getByText('Second Ltd').waitFor()
      await choose('Legal name', 'Take theirs')
      await save()
      await page.getByRole('link', { name: 'Edit site' }).waitFor()
      expect(await siteNow()).toMatchObject({ legalName: 'Second Ltd' })
    })

    test('keeps the input if no field is in conflict, and saves again', async () => {
      await change({ legalName: 'Their Legal Name' })
      await page.getByLabel('City').fill('Deal')
      await save()
      await shows('Save again to write the values of this form.')
      expect(await valueOf('City')).toBe('Deal')
      await save()
      await page.getByRole('link', { name: 'Edit site' }).waitFor()
      expect(await siteNow()).toMatchObject({
        legalName: 'Their Legal Name',
        address: { city: 'Deal' },
      })
    })
  })
})

describe('the board of jobs', () => {
  // The second company: other files change the jobs of the first one.
  const SECOND_ADMIN = 'admin@summit.example'
  const SECOND_TECHNICIAN = 'tech1@summit.example'
  let ask: Ask
  beforeAll(async () => {
    ask = await askAs(SECOND_ADMIN)
  })
  /** Opens the board of the second company. Its stream stays without a response, so it does not show what others change. */
  const openQuietBoard = async (username = SECOND_ADMIN) => {
    await page.route('**/graphql', async (route) => {
      const isStream = route.request().headers()['accept']?.includes('text/event-stream')
      if (!isStream) await route.fallback()
    })
    await signIn(page, username)
    await openBoard()
  }
  const statusOf = async (id: string) =>
    (await ask('query ($id: ID!) { job(id: $id) { status } }', { id })).job.status
  const cardIn = (name: string, number: number) =>
    column(name).getByRole('article', { name: `Job ${number}`, exact: true })
  const countIn = async (name: string) =>
    Number(/\d+/.exec(await column(name).getByRole('heading', { level: 2 }).innerText())?.[0])
  const start = (number: number) =>
    cardIn('Scheduled', number).getByRole('button', { name: 'Start' }).click()

  test('moves a started job before the service has responded', async () => {
    const { id, number } = await newJob(ask, FIRST)
    await openQuietBoard()
    await cardIn('Scheduled', number).waitFor()
    const [scheduled, inProgress] = [await countIn('Scheduled'), await countIn('In progress')]
    const release = await hold('StartJob')
    await start(number)
    await cardIn('In progress', number).waitFor()
    expect(await countIn('Scheduled')).toBe(scheduled - 1)
    expect(await countIn('In progress')).toBe(inProgress + 1)
    expect(await statusOf(id)).toBe('SCHEDULED')
    release()
    await shows(`Job ${number} has started.`)
    expect(await statusOf(id)).toBe('IN_PROGRESS')
    expect(await cardIn('In progress', number).count()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('moves the job back and shows the user error if it cannot be started', async () => {
    const { id, number } = await newJob(ask, FIRST)
    await openQuietBoard()
    await cardIn('Scheduled', number).waitFor()
    await ask('mutation ($id: ID!) { cancelJob(input: { id: $id }) { job { id } } }', { id })
    const release = await hold('StartJob')
    await start(number)
    await cardIn('In progress', number).waitFor()
    release()
    await shows(`Job ${number}: A job that is cancelled cannot be started.`)
    expect(await page.locator('.toast').count()).toBe(0)
    await cardIn('Scheduled', number).waitFor()
    expect(await cardIn('In progress', number).count()).toBe(0)
    await page.getByRole('button', { name: 'Reload the board' }).click()
    await cardIn('Scheduled', number).waitFor({ state: 'detached' })
  })

  test('shows a technician their own jobs first, and refuses those of others', async () => {
    const asTechnician = await askAs(SECOND_TECHNICIAN)
    const { viewer } = await asTechnician('{ viewer { user { id } } }')
    const other = await otherTechnician(ask, viewer.user.id)
    const { number } = await newJob(ask, { ...FIRST, technicianId: other.id })
    await openQuietBoard(SECOND_TECHNICIAN)
    const own = page.getByLabel('Only my jobs')
    await own.waitFor()
    expect(await own.isChecked()).toBe(true)
    await own.uncheck()
    await start(number)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain(`Job ${number}:`)
    expect(await cardIn('Scheduled', number).count()).toBe(1)
  })
})

test('one request has the figures of three charts', async () => {
  const operations = recordOperations(page)
  await signIn(page)
  await shows('Failing sites')
  await expect.poll(() => operations).toEqual(['Login', 'Viewer', 'Overview'])
  await expect.poll(() => page.locator('.drawing > svg').count()).toBe(3)

  const figures = await ask(`{
    sites(filter: { failing: true }) { totalCount }
    assets(filter: { riskLevels: [HIGH], statuses: [DEFECTIVE] }) { totalCount }
    jobStatistics(groupBy: [TECHNICIAN], filter: { statuses: [SCHEDULED, IN_PROGRESS, PAUSED] },
      orderBy: [{ field: COUNT, direction: DESC }], first: 6) { nodes { count } }
    inspectionStatistics(bucket: { field: INSPECTED_AT, unit: MONTH, timezone: "Europe/London" }, first: 100) {
      nodes { passedCount failedCount }
    }
  }`)
  const counts = (row: string[]) => row.map((text) => Number(text.replaceAll(',', '')))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  expect(await page.locator('.key-figure').first().innerText()).toContain(
    `${figures.sites.totalCount}`,
  )

  const risks = await figuresOf(page, 'Assets by risk and status')
  expect(risks.map(([risk]) => risk)).toEqual(['Critical', 'High', 'Medium', 'Low'])
  const [ok, overdue, defective] = counts(risks[1]!.slice(1))
  expect(ok).toBeGreaterThan(0)
  expect(overdue).toBeGreaterThan(0)
  expect(defective).toBe(figures.assets.totalCount)

  const months = await figuresOf(page, 'Inspections and pass rate per month')
  const expected = figures.inspectionStatistics.nodes as {
    passedCount: number
    failedCount: number
  }[]
  expect(months.map(([, ...row]) => counts(row.slice(0, 2)))).toEqual(
    expected.slice(-12).map(({ passedCount, failedCount }) => [failedCount, passedCount]),
  )
  expect(months[0]![3]).toMatch(/^\d+%$/)

  const technicians = await figuresOf(page, 'Technicians with most open jobs')
  const totals = technicians.map(([, ...row]) => {
    const [total, ...parts] = counts(row).reverse()
    expect(sum(parts)).toBe(total)
    return total
  })
  expect(totals).toEqual(
    (figures.jobStatistics.nodes as { count: number }[]).map(({ count }) => count),
  )
})
