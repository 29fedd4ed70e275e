// Records an inspection that fails in the dashboard, and takes the pictures of docs/inspection.md. On a new service with the demo
// data: `npx tsx scripts/inspection-pictures.ts http://127.0.0.1:4000 docs/inspection`
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

const [address = 'http://127.0.0.1:4000', pictures = 'docs/inspection'] = process.argv.slice(2)

const ACCOUNT = 'admin@harbour.example'
const PASSWORD = 'demo-password'

const SIZE = { width: 1280, height: 900 }

async function request(query: string, authorization?: string) {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query }),
  })
  return ((await response.json()) as { readonly data: unknown }).data
}

interface Extinguisher {
  readonly id: string
  readonly findings: { readonly totalCount: number }
}

/** The id of an extinguisher that is in order and never had a finding: its page shows one finding, that of the new inspection. */
async function findExtinguisher(): Promise<string> {
  const { login } = (await request(
    `mutation { login(input: { username: "${ACCOUNT}", password: "${PASSWORD}" }) { accessToken } }`,
  )) as { readonly login: { readonly accessToken: string } }
  const { assets } = (await request(
    '{ assets(first: 100, filter: { search: "FE-00", statuses: [OK] }) { nodes { id findings { totalCount } } } }',
    `Bearer ${login.accessToken}`,
  )) as { readonly assets: { readonly nodes: readonly Extinguisher[] } }
  const extinguisher = assets.nodes.find(({ findings }) => findings.totalCount === 0)
  if (!extinguisher) throw new Error('expected an extinguisher in the demo data')
  return extinguisher.id
}

async function signIn(page: Page) {
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email address').fill(ACCOUNT)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Technicians with most open jobs').waitFor()
}

/** Answers the checklist: the gauge, which the form asks about only after "Foam", is out of its bounds. */
async function answer(page: Page) {
  await page.goto(`${address}/dashboard#/assets/${await findExtinguisher()}`)
  await page.getByText('Fire extinguisher checklist').click()
  const question = (text: string) => page.locator('fieldset').filter({ hasText: text })
  const choose = (text: string, choice: string) =>
    question(text).getByLabel(choice, { exact: true }).check()
  await choose('Is the extinguisher in its place', 'Yes')
  await choose('Are the operating instructions legible', 'Yes')
  await choose('What does the extinguisher contain?', 'Foam')
  await page.getByLabel('What does the pressure gauge show?').fill('8')
  await question('What does the pressure gauge show?')
    .getByLabel('Note', { exact: true })
    .fill('The needle is in the red.')
  await choose('Are pin and seal intact?', 'Yes')
  await scrollTo(page, 'record')
  await take(page, 'form')
  await page.getByRole('button', { name: 'Record the answers' }).click()
  await page.getByText('The inspection is recorded.').waitFor()
}

async function showFinding(page: Page) {
  await page.getByText('What does the pressure gauge show?, high').waitFor()
  await scrollTo(page, 'findings')
  await take(page, 'finding')
}

/** Scrolls until the heading with this id is at the top. */
const scrollTo = (page: Page, id: string) =>
  page.evaluate(`document.getElementById('${id}').scrollIntoView({ block: 'start' })`)

const take = (page: Page, name: string) =>
  page.screenshot({
    path: join(pictures, `${name}.png`),
    animations: 'disabled',
    clip: { x: 0, y: 0, ...SIZE },
  })

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  page.setDefaultTimeout(120_000)
  for (const step of [signIn, answer, showFinding]) await step(page)
} finally {
  await browser.close()
}
