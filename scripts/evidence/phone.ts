import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Placeholders } from '../../test/support/transcript.js'
import { credentialsOf } from './session.js'

interface Journey {
  readonly address: string
  /** The records of the page. */
  readonly names: Placeholders
  /** The file that the camera takes. */
  readonly photograph: string
}

interface Phone {
  /** Does what comes before a picture of the page, and takes it. */
  readonly take: (picture: string, path: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the dashboard on a phone. */
export async function openPhone(journey: Journey): Promise<Phone> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context: BrowserContext = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true },
    colorScheme: 'light',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  return {
    take: async (picture, path) => {
      const step = STEPS[picture]
      if (!step) throw new Error(`expected a step for the picture ${picture}`)
      await step(page, journey)
      await page.screenshot({ path, animations: 'disabled' })
    },
    close: () => browser.close(),
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Scrolls until the element is below the header. */
const scrollTo = (page: Page, selector: string) =>
  page.evaluate(
    `scrollBy(0, document.querySelector('${selector}').getBoundingClientRect().top - 100)`,
  )

/** Waits until an image is shown, and for a moment longer: a response may replace it. */
async function hasLoaded(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().scrollIntoViewIfNeeded()
  for (let shown = 0; shown < 5;) {
    await delay(100)
    const isShown = await page.evaluate<boolean>(
      `document.querySelector('${selector}')?.naturalWidth > 0`,
    )
    shown = isShown ? shown + 1 : 0
  }
}

/** By the name of the picture that follows. */
const STEPS: Readonly<Record<string, (page: Page, journey: Journey) => Promise<void>>> = {
  photograph: async (page, { address, names, photograph }) => {
    const { username, password } = credentialsOf('technician')
    await page.goto(`${address}/dashboard#/jobs/${names.get('job')}`)
    await page.getByLabel('Email address').fill(username)
    await page.getByLabel('Password').fill(password)
    await press(page, 'Sign in')
    await press(page, 'Start')
    await press(page, 'Close the message')
    await page.getByRole('region', { name: 'Left' }).getByRole('link', { name: 'PG-1' }).click()
    const summary = page.locator('summary', { hasText: 'Pressure gauge' })
    await summary.waitFor()
    const isOpen = await page.locator('details[open] summary').count()
    if (isOpen === 0) await summary.click()
    const question = page.getByRole('group', { name: 'Is the needle in the green?' })
    await question.getByLabel('No', { exact: true }).check()
    await question.getByLabel('Take a photograph').setInputFiles(photograph)
    await question.getByText('gauge.jpg').first().waitFor()
    await hasLoaded(page, 'fieldset img')
    await scrollTo(page, 'details[open] legend')
  },
  finding: async (page, { address, names }) => {
    await press(page, 'Record the answers')
    await page.getByText('The inspection is recorded.').waitFor()
    await press(page, 'Close the message')
    await page.goto(`${address}/dashboard#/assets/${names.get('asset')}`)
    await page.getByRole('link', { name: 'Is the needle in the green?' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Is the needle in the green?' }).waitFor()
    await hasLoaded(page, 'button.tile img')
    await scrollTo(page, '.heading')
  },
  signature: async (page, { address, names }) => {
    await page.goto(`${address}/dashboard#/jobs/${names.get('job')}`)
    await press(page, 'Complete')
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await dialog.getByLabel('Signed by').fill('Sam Signer')
    await sign(page)
  },
  job: async (page, { names }) => {
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await page.getByText(`Job ${names.get('job-number')} is completed.`).waitFor()
    await page.getByRole('img', { name: 'Signature of Sam Signer' }).waitFor()
    await page.getByRole('link', { name: 'Open the report' }).waitFor()
    await press(page, 'Close the message')
    await scrollTo(page, '.heading')
  },
}

/** The strokes of a signature, as shares of the width and the height of the field. */
const STROKES: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0.24, 0.28],
    [0.16, 0.22],
    [0.13, 0.42],
    [0.22, 0.52],
    [0.22, 0.74],
    [0.12, 0.7],
  ],
  [
    [0.36, 0.52],
    [0.29, 0.5],
    [0.28, 0.7],
    [0.37, 0.52],
    [0.38, 0.72],
    [0.44, 0.5],
    [0.48, 0.7],
    [0.53, 0.5],
    [0.58, 0.72],
    [0.68, 0.44],
    [0.9, 0.36],
  ],
]

async function sign(page: Page): Promise<void> {
  const field = page.getByRole('dialog', { name: 'Complete' }).getByRole('img')
  const box = await field.boundingBox()
  if (!box) throw new Error('expected a field for the signature')
  for (const [first, ...others] of STROKES) {
    if (!first) continue
    const place = ([x, y]: readonly [number, number]) =>
      [box.x + x * box.width, box.y + y * box.height] as const
    await page.mouse.move(...place(first))
    await page.mouse.down()
    for (const point of others) await page.mouse.move(...place(point), { steps: 6 })
    await page.mouse.up()
  }
}
