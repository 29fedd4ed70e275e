import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { obstaclesIn } from './accessibility.js'
import { askAs } from './ask.js'
import { DASHBOARD, useDashboard } from './dashboard-page.js'
import { ADMIN } from './dashboard.js'

const SOURCES = 'examples/dashboard/src'

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
  const { jobs, assets, unused, sites, checklists, company, findings, inspections, clients } =
    await ask(`{
    jobs(first: 100, filter: { statuses: [IN_PROGRESS, PAUSED] }) { nodes { id requiresSignature } }
    assets(first: 1, filter: { statuses: [OK] }) { nodes { id } }
    unused: assets(first: 1, filter: { statuses: [DECOMMISSIONED] }) { nodes { id } }
    sites(first: 1) { nodes { id } }
    checklists(first: 1, filter: { search: "Fire extinguisher" }) { nodes { id } }
    company { apiKeys(first: 1) { nodes { id } } }
    findings(first: 1, filter: { statuses: [OPEN] }) { nodes { id } }
    inspections(first: 1, filter: { outcomes: [FAILED] }) { nodes { id } }
    clients(first: 1) { nodes { id } }
  }`)
  // Without a signature, a question asks before a job is completed.
  jobs.nodes.sort(
    (one: { requiresSignature: boolean }, other: { requiresSignature: boolean }) =>
      Number(one.requiresSignature) - Number(other.requiresSignature),
  )
  const lists = [
    jobs,
    assets,
    unused,
    sites,
    checklists,
    company.apiKeys,
    findings,
    inspections,
    clients,
  ]
  const [job, asset, decommissioned, site, checklist, key, finding, inspection, client] = lists.map(
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
    [`assets/${decommissioned}`, 'Use it again'],
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

/** The names of all dialogs that follow a button. That of "Sign out" exists only while something waits to be sent. */
function dialogsInSources(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/<Confirm\b[^>]*? label="([^"]+)"/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => name !== 'Sign out').sort()
}

/** Opens each dialog that follows a button of the page, one of each name, and closes it. */
async function forEachDialog(look: (name: string) => Promise<void>): Promise<void> {
  const buttons = dashboard.page.locator('button:enabled:has(+ dialog)')
  const names = await buttons.allInnerTexts()
  for (const name of new Set(names)) {
    await buttons.nth(names.indexOf(name)).click()
    const dialog = dashboard.page.getByRole('dialog', { name, exact: true })
    await dialog.waitFor()
    await look(name)
    await dialog.getByRole('button', { name: 'Back' }).click()
  }
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
    const dialogs = new Set<string>()
    const look = async (name: string) => {
      const obstacles = await obstaclesIn(page)
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
      await forEachDialog(async (name) => {
        dialogs.add(name)
        await look(`${path}: ${name}`)
      })
    }
    expect([...dialogs].sort()).toEqual(dialogsInSources())
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
    await dashboard.press('Send a test event')
    await shows('A test event is on its way.')
    await look('a message after a mutation')
    expect(found).toEqual({})
  })
})
