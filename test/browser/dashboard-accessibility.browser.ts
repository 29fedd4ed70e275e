import { beforeAll, describe, expect, test } from 'vitest'
import { findObstacles, seriousIn } from './accessibility.js'
import { askAs } from './ask.js'
import { DASHBOARD, useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows } = dashboard

/** The address of each page, and a text that is visible when the page is complete. */
let pages: readonly (readonly [path: string, text: string | RegExp])[]
beforeAll(async () => {
  const ask = await askAs(ADMIN)
  const { createWebhook } = await ask(`mutation {
    createWebhook(input: { url: "https://receiver.example/a/long/path/of/some/receiver", triggers: ["zone.removed"] }) { webhook { id } }
  }`)
  const webhook = createWebhook.webhook.id as string
  await ask('mutation ($id: ID!) { testWebhook(input: { id: $id }) { delivery { id } } }', {
    id: webhook,
  })
  const { jobs, assets, sites, checklists, company, findings, inspections, clients } = await ask(`{
    jobs(first: 1, filter: { statuses: [IN_PROGRESS] }) { nodes { id } }
    assets(first: 1, filter: { statuses: [OK] }) { nodes { id } }
    sites(first: 1) { nodes { id } }
    checklists(first: 1, filter: { search: "Fire extinguisher" }) { nodes { id } }
    company { apiKeys(first: 1) { nodes { id } } }
    findings(first: 1) { nodes { id } }
    inspections(first: 1, filter: { outcomes: [FAILED] }) { nodes { id } }
    clients(first: 1) { nodes { id } }
  }`)
  const lists = [jobs, assets, sites, checklists, company.apiKeys, findings, inspections, clients]
  const [job, asset, site, checklist, key, finding, inspection, client] = lists.map(
    ({ nodes }) => nodes[0].id as string,
  )
  pages = [
    ['', 'Assets by risk and status'],
    ['jobs?completedAt=2020-01-01..', /^\d+ jobs$/],
    ['jobs/board', 'Only my jobs'],
    ['jobs/week', 'Week before'],
    [`jobs/${job}`, 'Inspected'],
    [`jobs/new?site=${site}`, 'Zones (none: the whole site)'],
    ['assets', /^[\d,]+ assets$/],
    [`assets/${asset}`, 'Record an inspection'],
    ['assets/new', 'Code (empty: the next free one)'],
    ['sites', '40 sites'],
    [`sites/${site}`, 'Edit site'],
    [`sites/${site}/edit`, 'Legal name'],
    ['sites/new', 'Legal name'],
    ['zones/new', 'Floor area in square metres'],
    [`zones?siteIds=${site}&state=NOPE`, 'Ignored: state NOPE'],
    ['inspections?outcomes=FAILED', /^[\d,]+ inspections$/],
    ['checklists', /^\d+ checklists$/],
    ['checklists/new', 'Add a section'],
    [`checklists/${checklist}`, 'When was the last service, by its label?'],
    [`checklists/${checklist}/edit`, 'Changed questions and scores are saved as version 2.'],
    ['keys', /^\d+ API keys?$/],
    ['keys/new', 'What the key is for'],
    [`keys/${key}`, 'History'],
    ['webhooks', /^\d+ webhooks?$/],
    ['webhooks/new', 'A job is completed'],
    [`webhooks/${webhook}`, 'webhook.test'],
    ['findings', /^[\d,]+ findings$/],
    [`findings/${finding}`, 'Photographs and files'],
    [`inspections/${inspection}`, 'Photographs and files'],
    [`clients/${client}`, 'Photographs and files'],
    ['company', 'Registration number'],
    ['profile', /^Time zone/],
    ['queue', 'Everything is sent.'],
    ['nowhere', 'There is no such page'],
  ]
})

/** What axe-core finds serious or critical, and what it does not look for: the contrast of charts, the width of the page. */
async function obstaclesNow(): Promise<string[]> {
  const { page } = dashboard
  return [...(await seriousIn(page)), ...(await findObstacles(page))]
}

describe.each([
  ['light', 1280, 800],
  ['dark', 1280, 800],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const)('in a %s window of %i pixels,', (colorScheme, width, height) => {
  test('axe finds nothing serious on any page, and every page fits', async () => {
    const { page } = dashboard
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    const found: Record<string, string[]> = {}
    const look = async (name: string) => {
      const obstacles = await obstaclesNow()
      if (obstacles.length > 0) found[name] = obstacles
    }
    await page.goto(DASHBOARD)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await look('sign-in')
    await goSignedIn('')
    for (const [path, text] of pages) {
      await go(path)
      await shows(text)
      await look(path)
    }
    await go('jobs/new')
    await dashboard.press('Create')
    await shows('Please correct the marked fields.')
    await look('errors at the fields of a new job')
    await go('jobs/week')
    await page
      .getByRole('button', { name: /^New job for / })
      .first()
      .press('Enter')
    await page.getByRole('dialog', { name: 'New job' }).waitFor()
    await look('a new job in the week')
    await page.keyboard.press('Escape')
    await go(pages.find(([path]) => /^checklists.*edit$/.test(path))?.[0] ?? '')
    await page.locator('summary', { hasText: 'What does the pressure gauge show?' }).click()
    await page.getByRole('group', { name: 'Condition' }).waitFor()
    await look('a question of a checklist')
    await go(pages.find(([path]) => path.startsWith('webhooks/') && path !== 'webhooks/new')![0])
    await dashboard.press('Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove' })
    await dialog.waitFor()
    await look('a question before a removal')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dashboard.press('Send a test event')
    await shows('A test event is on its way.')
    await look('a message after a mutation')
    expect(found).toEqual({})
  })
})
