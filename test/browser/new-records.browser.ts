import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'

/** The second company: the records of the first one are counted in other files. */
const ADMIN = 'admin@summit.example'
const TECHNICIAN = 'tech1@summit.example'

const dashboard = useDashboard()
const { go, goSignedIn, shows, choose, press, tabTo, errorOf } = dashboard

interface Named {
  readonly id: string
  readonly name: string
}

let ask: Ask
let site: Named & { readonly zones: { readonly nodes: readonly Named[] } }
let jobType: Named
let client: Named & { readonly legalName: string }
let zoneType: Named
let technician: { readonly id: string; readonly fullName: string }
/** A site in another time zone than that of the users. */
let farSite: Named

beforeAll(async () => {
  ask = await askAs(ADMIN)
  const found = await ask(`{
    sites(first: 1, orderBy: [{ field: NAME }]) { nodes { id name zones(first: 2) { nodes { id name } } } }
    jobTypes(first: 1, filter: { active: true }) { nodes { id name } }
    clients(first: 1) { nodes { id legalName } }
    zoneTypes(first: 1) { nodes { id name } }
    users(first: 1, filter: { roles: [TECHNICIAN], active: true }) { nodes { id fullName } } }`)
  site = found.sites.nodes[0]
  jobType = found.jobTypes.nodes[0]
  client = found.clients.nodes[0]
  zoneType = found.zoneTypes.nodes[0]
  technician = found.users.nodes[0]
  const { createSite } = await ask(
    'mutation ($input: CreateSiteInput!) { createSite(input: $input) { site { id name } } }',
    {
      input: {
        ...{ clientId: client.id, name: 'New York Office' },
        address: { timezone: 'America/New_York' },
      },
    },
  )
  farSite = createSite.site
})
afterAll(() =>
  ask('mutation ($id: ID!) { removeSite(input: { id: $id }) { site { id } } }', { id: farSite.id }),
)

const heading = (name: string | RegExp) =>
  dashboard.page.getByRole('heading', { level: 1, name }).waitFor()
const link = (name: string) => dashboard.page.getByRole('link', { name, exact: true })
const chip = (label: string, name: string) =>
  dashboard.page.getByRole('button', { name: `${label}: remove ${name}` }).waitFor()
const input = (label: string | RegExp) => dashboard.page.getByLabel(label, { exact: true })
const idInAddress = () => /[0-9a-f-]{36}/.exec(dashboard.page.url())?.[0]

describe('a new job', () => {
  const ZONES = 'Zones (none: the whole site)'
  const jobNow = async (id: string | undefined) =>
    (
      await ask(
        `query ($id: ID!) { job(id: $id) { number reference specialInstructions scheduledStartLocal scheduledEndLocal
          requiresSignature allowEarlyClosure type { id } technician { id } site { id } zones { nodes { name } } } }`,
        { id },
      )
    ).job
  /** The job that a message says is created. */
  const created = async () => {
    const message = dashboard.page.getByText(/^Job \d+ is created\.$/)
    const number = Number(/\d+/.exec((await message.textContent()) ?? '')?.[0])
    const { jobs } = await ask(
      'query ($number: Int!) { jobs(filter: { numbers: [$number] }) { nodes { id number } } }',
      { number },
    )
    return jobs.nodes[0] as { id: string; number: number }
  }

  test('has each error at its field, and all values of the form; undo removes it', async () => {
    const { page } = dashboard
    await goSignedIn('jobs', ADMIN)
    await link('New job').click()
    await press('Create')
    await shows('Please correct the marked fields.')
    // The technician has its own test.
    for (const label of ['Site', 'Job type', /^Start, /, 'End'])
      expect(await errorOf(label)).toBe('A value is required.')
    expect(await errorOf('Reference')).toBeNull()
    expect(await page.locator(':focus').getAttribute('role')).toBeNull()
    expect(await input('Site').and(page.locator(':focus')).count()).toBe(1)

    await choose('Site', site.name)
    for (const { name } of site.zones.nodes) await choose(ZONES, `${name}, ${site.name}`)
    await choose('Job type', jobType.name)
    await choose('Technician', technician.fullName)
    await input('Start (Europe/London)').fill('2037-07-06T09:00')
    expect(await input('End (Europe/London)').inputValue()).toBe('2037-07-06T10:00')
    await input('End (Europe/London)').fill('2037-07-06T08:00')
    await input('Signature').selectOption('Required')
    await input('Completion before the end').selectOption('Not allowed')
    await input('Reference').fill('PO 17')
    await input('Instructions').fill('The key is\nat the desk.')
    await press('Create')
    await expect
      .poll(() => errorOf('End (Europe/London)'))
      .toBe('The end must come after the start.')
    expect(await errorOf('Site')).toBeNull()
    await input('End (Europe/London)').fill('2037-07-06T12:30')
    await press('Create')
    await heading(/^Job #\d+$/)
    const id = idInAddress()
    const { number, zones, ...job } = await jobNow(id)
    await shows(`Job ${number} is created.`)
    expect(job).toEqual({
      ...{ reference: 'PO 17', specialInstructions: 'The key is\nat the desk.' },
      scheduledStartLocal: '2037-07-06T09:00',
      scheduledEndLocal: '2037-07-06T12:30',
      ...{ requiresSignature: true, allowEarlyClosure: false },
      ...{ type: { id: jobType.id }, technician: { id: technician.id }, site: { id: site.id } },
    })
    expect(zones.nodes).toHaveLength(2)
    await press('Undo')
    await shows(`Job ${number} is removed.`)
    await heading('Jobs')
    expect(await jobNow(id)).toBeNull()
  })

  test('needs a technician unless the company allows jobs without one', async () => {
    // The first company, which does not: tests of the second one allow them.
    await goSignedIn('jobs/new')
    await press('Create')
    await shows('Please correct the marked fields.')
    expect(await errorOf('Technician')).toBe('A value is required.')
  })

  test('begins with the site of the page, and with the zone of the asset', async () => {
    const [zone] = site.zones.nodes
    const { assets } = await ask(
      'query ($ids: [ID!]) { assets(first: 1, filter: { zoneIds: $ids }) { nodes { id } } }',
      { ids: [zone?.id] },
    )
    await goSignedIn(`sites/${site.id}`, ADMIN)
    await link('New job').click()
    await chip('Site', site.name)
    await input('Start (Europe/London)').waitFor()
    await link('Cancel').click()
    await heading(site.name)
    await go(`assets/${assets.nodes[0].id}`)
    await link('New job').click()
    await chip('Site', site.name)
    await chip(ZONES, `${zone?.name ?? ''}, ${site.name}`)
    await choose('Site', farSite.name)
    // The zone is not part of the other site.
    expect(await dashboard.page.getByRole('button', { name: /^Zones.*: remove/ }).count()).toBe(0)
  })

  test('begins at the hour of the week that the mouse presses, which is another one at a site far away', async () => {
    const { page } = dashboard
    await goSignedIn('jobs/week?week=2036-01-21', ADMIN)
    const slot = page.getByRole('button', { name: `New job for ${technician.fullName}` })
    // Tuesday, 10:00: an hour is 14 px wide.
    await slot.hover({ position: { x: (24 + 10) * 14 + 7, y: 20 } })
    await page.locator('.week-target', { hasText: /Tue.* 22 Jan 2036.* 10:00/ }).waitFor()
    await slot.click({ position: { x: (24 + 10) * 14 + 7, y: 20 } })
    await page.getByRole('dialog', { name: 'New job' }).waitFor()
    await chip('Technician', technician.fullName)
    expect(await input(/^Start, /).inputValue()).toBe('2036-01-22T10:00')
    await choose('Site', farSite.name)
    await choose('Job type', jobType.name)
    expect(await input('Start (America/New_York)').inputValue()).toBe('2036-01-22T05:00')
    await press('Create')
    const { id, number } = await created()
    expect(await jobNow(id)).toMatchObject({
      scheduledStartLocal: '2036-01-22T05:00',
      scheduledEndLocal: '2036-01-22T06:00',
    })
    // The week stays, and has the job.
    const box = page.getByRole('button', { name: new RegExp(`^#${number} .* 10:00$`) })
    await box.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press('Undo')
    await box.waitFor({ state: 'detached' })
    await heading(/^Week of/)
  })

  test('is created in the week by the keyboard alone', async () => {
    const { page } = dashboard
    const { keyboard } = page
    await goSignedIn('jobs/week?week=2036-02-04', ADMIN)
    await tabTo('button', `New job for ${technician.fullName}`)
    const slot = page.getByRole('button', { name: `New job for ${technician.fullName}` })
    const target = (text: RegExp) =>
      slot.locator('.week-target').filter({ hasText: text }).waitFor()
    await target(/Mon.* 4 Feb 2036.* 09:00/)
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await keyboard.press('PageDown')
    await target(/Tue.* 5 Feb 2036.* 11:00/)
    await keyboard.press('PageUp')
    await keyboard.press('ArrowLeft')
    await target(/Mon.* 4 Feb 2036.* 10:00/)
    await keyboard.press('Enter')
    // The first input has the focus.
    await tabTo('combobox', 'Site')
    await keyboard.press('Enter')
    await shows('Please correct the marked fields.')
    await keyboard.type(site.name)
    await keyboard.press('Tab')
    await chip('Site', site.name)
    await tabTo('combobox', 'Job type')
    await keyboard.type(jobType.name)
    await keyboard.press('Tab')
    await chip('Job type', jobType.name)
    await tabTo('textbox', 'Reference')
    await keyboard.type('by keyboard')
    await keyboard.press('Enter')
    await shows(/^Job \d+ is created\.$/)
    await slot.and(page.locator(':focus')).waitFor()
    const { id, number } = await created()
    expect(await jobNow(id)).toMatchObject({
      reference: 'by keyboard',
      scheduledStartLocal: '2036-02-04T10:00',
    })
    await tabTo('button', 'Undo')
    await keyboard.press('Enter')
    await shows(`Job ${number} is removed.`)
  })
})

describe('a new site', () => {
  const siteNow = async (id: string | undefined) =>
    (
      await ask(
        'query ($id: ID!) { site(id: $id) { name riskLevel failureThreshold client { id } manager { fullName } address { city timezone } } }',
        { id },
      )
    ).site

  test('has each error at its field, and all values of the form; undo removes it', async () => {
    await goSignedIn('sites', ADMIN)
    await link('New site').click()
    await input('Failing from this number of defects').fill('0')
    await input('Time zone').fill('Nowhere')
    await press('Create')
    await shows('Please correct the marked fields.')
    expect(await errorOf('Client')).toBe('A value is required.')
    expect(await errorOf('Name')).toBe('A value is required.')
    expect(await errorOf('Failing from this number of defects')).toMatch(/from 1/)
    expect(await errorOf('Time zone')).toMatch(/IANA/)
    await choose('Client', client.legalName)
    await choose('Manager', technician.fullName)
    await input('Name').fill('Whitby Pier')
    await input('Risk').selectOption('High')
    await input('Failing from this number of defects').fill('')
    await input('City').fill('Whitby')
    await input('Time zone').fill('Europe/Dublin')
    await press('Create')
    await heading('Whitby Pier')
    await shows('Whitby Pier is created.')
    const id = idInAddress()
    expect(await siteNow(id)).toEqual({
      ...{ name: 'Whitby Pier', riskLevel: 'HIGH', failureThreshold: 1, client: { id: client.id } },
      manager: { fullName: technician.fullName },
      address: { city: 'Whitby', timezone: 'Europe/Dublin' },
    })
    await press('Undo')
    await shows('Whitby Pier is removed.')
    await heading('Sites')
    expect(await siteNow(id)).toBeNull()
  })

  test('is created for the client of the page by the keyboard, and the page counts it', async () => {
    const { keyboard } = dashboard.page
    const count = dashboard.page.locator('.facts').getByRole('link', { name: /sites?$/ })
    await goSignedIn(`clients/${client.id}`, ADMIN)
    const before = Number.parseInt(await count.innerText(), 10)
    await tabTo('link', 'New site')
    await keyboard.press('Enter')
    await chip('Client', client.legalName)
    await tabTo('textbox', 'Name')
    await keyboard.type('Robin Hood’s Bay')
    expect(await input('Time zone').inputValue()).toBe('Europe/London')
    await keyboard.press('Enter')
    await heading('Robin Hood’s Bay')
    await go(`clients/${client.id}`)
    await expect.poll(() => count.innerText()).toBe(`${before + 1} sites`)
    await press('Undo')
    await heading('Sites')
  })
})

describe('a new zone', () => {
  const zones = () => dashboard.page.locator('.zone h3').allInnerTexts()

  test('has each error at its field; the page of the site has the zone; undo removes it', async () => {
    await goSignedIn(`sites/${site.id}`, ADMIN)
    await link('New zone').click()
    await chip('Site', site.name)
    await press('Create')
    await shows('Please correct the marked fields.')
    expect(await errorOf('Type')).toBe('A value is required.')
    expect(await errorOf('Name')).toBe('A value is required.')
    await choose('Type', zoneType.name)
    await input('Name').fill('Attic')
    await input('Floor area in square metres').fill('1.5')
    await press('Create')
    await expect.poll(() => errorOf('Floor area in square metres')).toMatch(/Int/)
    dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('400'))
    await input('Floor area in square metres').fill('40')
    await press('Create')
    await heading(site.name)
    await shows('Attic is created.')
    await expect.poll(zones).toContain('Attic')
    await press('Undo')
    await shows('Attic is removed.')
    await expect.poll(zones).not.toContain('Attic')
  })

  test('is created by the keyboard alone', async () => {
    const { keyboard } = dashboard.page
    await goSignedIn(`sites/${site.id}`, ADMIN)
    await tabTo('link', 'New zone')
    await keyboard.press('Enter')
    await tabTo('combobox', 'Type')
    await keyboard.type(zoneType.name)
    await keyboard.press('Tab')
    await chip('Type', zoneType.name)
    await tabTo('textbox', 'Name')
    await keyboard.type('Cellar')
    await keyboard.press('Enter')
    await shows('Cellar is created.')
    await expect.poll(zones).toContain('Cellar')
    await tabTo('button', 'Undo')
    await keyboard.press('Enter')
    await expect.poll(zones).not.toContain('Cellar')
  })
})

test('a phone creates a job, whose form fits', async () => {
  const { page } = dashboard
  await page.setViewportSize({ width: 390, height: 844 })
  await goSignedIn('jobs/board', ADMIN)
  await link('New job').click()
  await choose('Site', site.name)
  await choose('Job type', jobType.name)
  await choose('Technician', technician.fullName)
  await input('Start (Europe/London)').fill('2037-08-03T09:00')
  await press('Create')
  await heading(/^Job #\d+$/)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await press('Undo')
  await heading('Jobs')
})

test('a technician has no buttons for new jobs, sites and zones, and no forms', async () => {
  const { page } = dashboard
  await goSignedIn('jobs', TECHNICIAN)
  for (const path of ['jobs', 'jobs/board', 'jobs/week', 'sites', `sites/${site.id}`]) {
    await go(path)
    await page
      .getByRole('link', { name: /^New York Office|^#\d+|^\d+ zones?$|^This week$/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /^New (job|site|zone)$/ }).count()).toBe(0)
    expect(await page.locator('.week-slot').count()).toBe(0)
  }
  await go('jobs/new')
  await shows('This job does not exist')
  await go('sites/new')
  await shows('This site does not exist')
})
