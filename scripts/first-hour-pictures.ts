// Does what docs/first-hour.md describes, and takes its pictures. On a new service with the demo data:
// `npx tsx scripts/first-hour-pictures.ts http://127.0.0.1:4000 docs/first-hour`
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { blocksUnder, commandsUnder, run } from './first-hour/commands.js'
import { makeOwnPage } from './first-hour/own-page.js'

const [address = 'http://127.0.0.1:4000', pictures = 'docs/first-hour'] = process.argv.slice(2)

const ACCOUNT = 'admin@harbour.example'
const PASSWORD = 'demo-password'

const SIZE = { width: 1280, height: 720 }

async function useDashboard(page: Page) {
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email address').fill(ACCOUNT)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Technicians with most open jobs').waitFor()
  await take(page, 'dashboard', 980)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const waitForResponse = (page: Page, text: string) =>
  page.locator('.graphiql-response').getByText(text).first().waitFor()

async function findField(page: Page) {
  await page.goto(`${address}/graphql`)
  await waitForResponse(page, 'totalCount')
  await press(page, 'Show Examples')
  await page.locator('.examples li').first().waitFor()
  await page.locator('.graphiql-query-editor').hover()
  await take(page, 'playground')
  await press(page, 'New tab')
  await page.locator('.graphiql-query-editor .view-lines').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('query Sites { sites(first: 3) { nodes { name } } }')
  await press(page, 'Show Query builder')
  await page.locator('[data-field-name=openJobsCount]').getByText('openJobsCount').click()
  await page.getByRole('button', { name: 'Execute query' }).click()
  await waitForResponse(page, 'openJobsCount')
  await page.locator('[data-field-name=vatNumber]').scrollIntoViewIfNeeded()
  await take(page, 'query-builder')
}

async function runMutation(page: Page) {
  await press(page, 'Show Examples')
  await page.getByRole('searchbox', { name: 'Search the examples' }).fill('inspection')
  await press(page, 'Record an inspection of an asset')
  await page.locator('section[aria-label=Variables]').getByText('assetId').waitFor()
  await page.getByRole('button', { name: 'Execute query' }).click()
  await waitForResponse(page, 'nextInspectionDueAt')
  // The editor has scrolled to the end of the longest line.
  await page.locator('.graphiql-query-editor .view-lines').click()
  await page.keyboard.press('Control+Home')
  await press(page, 'Copy as code or link')
  const copy = page.getByRole('menuitem', { name: 'Copy a link' })
  await copy.hover()
  await take(page, 'mutation')
  await copy.click()
  await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'))
  await page.locator('.graphiql-query-editor').getByText('recordInspection').first().waitFor()
}

async function lookUp(page: Page) {
  await page.goto(`${address}/docs`)
  await page.keyboard.press('/')
  await page.keyboard.type('openJobsCount')
  await page.keyboard.press('Enter')
  await page.locator('#results a:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/schema\/\w+#openjobscount/)
  await take(page, 'reference')
}

const IMPORT = 'Import 200 sites'

/** Runs the commands of the page, and compares what the last one prints. */
async function importSites(page: Page) {
  const [printed = ''] = blocksUnder(IMPORT, 'text')
  const folder = await mkdtemp(join(tmpdir(), 'first-hour-'))
  const file = join(folder, 'sites.xlsx')
  const env = { XDG_CONFIG_HOME: folder, FIELD_INSPECTION_URL: `${address}/graphql` }
  try {
    let stdout = ''
    for (const command of commandsUnder(IMPORT))
      stdout = await run(`${command.replace('sites.xlsx', file)} <<< ${PASSWORD}`, { env })
    const wanted = printed.replace('sites.xlsx', file).trim()
    if (!stdout.includes(wanted)) throw new Error(`expected "${wanted}", found "${stdout}"`)
  } finally {
    await rm(folder, { recursive: true })
  }
  await page.goto(`${address}/dashboard#/sites`)
  await page.getByText('240 sites').waitFor()
  await take(page, 'sites')
}

const openOwnPage = (page: Page) =>
  makeOwnPage(address, async (ownPage) => {
    await page.goto(ownPage)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Show')
    await page.locator('li').first().waitFor()
    await take(page, 'page', 400)
  })

const take = (page: Page, name: string, height = SIZE.height) =>
  page.screenshot({
    path: join(pictures, `${name}.png`),
    animations: 'disabled',
    fullPage: height > SIZE.height,
    clip: { x: 0, y: 0, width: SIZE.width, height },
  })

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({
    viewport: SIZE,
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page.setDefaultTimeout(120_000)
  for (const step of [useDashboard, findField, runMutation, lookUp, importSites, openOwnPage])
    await step(page)
} finally {
  await browser.close()
}
