// Does what docs/first-hour.md describes, and takes its pictures. On a new service with the demo data:
// `npx tsx scripts/first-hour-pictures.ts http://127.0.0.1:4000 docs/first-hour`
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { createServer } from 'vite'

const [address = 'http://127.0.0.1:4000', pictures = 'docs/first-hour'] = process.argv.slice(2)

const ACCOUNT = 'admin@harbour.example'
const PASSWORD = 'demo-password'

const SIZE = { width: 1280, height: 720 }

const run = promisify(execFile)

async function useDashboard(page: Page) {
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email address').fill(ACCOUNT)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Technicians with most open jobs').waitFor()
  await take(page, 'dashboard')
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const waitForResponse = (page: Page, text: string) =>
  page.locator('.graphiql-response').getByText(text).first().waitFor()

async function findField(page: Page) {
  await page.goto(`${address}/graphql`)
  await waitForResponse(page, 'totalCount')
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

/** Runs the commands of the page, and compares what the last one prints. */
async function importSites(page: Page) {
  const text = await readFile('docs/first-hour.md', 'utf8')
  const [, commands = '', printed = ''] =
    /## Import 200 sites[^]*?```sh\n([^`]*)```[^]*?```text\n([^`]*)```/.exec(text) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'first-hour-'))
  const file = join(folder, 'sites.xlsx')
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    FIELD_INSPECTION_URL: `${address}/graphql`,
  }
  try {
    let stdout = ''
    for (const command of commands.trim().split('\n')) {
      const line = command.replace('sites.xlsx', file)
      const running = run('bash', ['-c', `${line} <<< ${PASSWORD}`], { env })
      stdout = (await running).stdout
    }
    const wanted = printed.replace('sites.xlsx', file).trim()
    if (!stdout.includes(wanted)) throw new Error(`expected "${wanted}", found "${stdout}"`)
  } finally {
    await rm(folder, { recursive: true })
  }
  await page.goto(`${address}/dashboard#/sites`)
  await page.getByText('240 sites').waitFor()
  await take(page, 'sites')
}

async function openOwnPage(page: Page) {
  process.env['VITE_API_URL'] = address
  const cacheDir = await mkdtemp(join(tmpdir(), 'first-hour-vite-'))
  const server = await createServer({
    root: 'examples/first-hour',
    cacheDir,
    logLevel: 'error',
    server: { host: 'localhost', port: 0 },
  })
  try {
    await server.listen()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Show')
    await page.locator('li').first().waitFor()
    await take(page, 'page', { ...SIZE, x: 0, y: 0, height: 400 })
  } finally {
    await server.close()
    await rm(cacheDir, { recursive: true })
  }
}

const take = (page: Page, name: string, clip = { x: 0, y: 0, ...SIZE }) =>
  page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled', clip })

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
