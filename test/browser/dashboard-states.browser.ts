import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { obstaclesIn } from './accessibility.js'
import { askAs, tokenOf } from './ask.js'
import { DASHBOARD, useDashboard } from './dashboard-page.js'
import { signIn } from './dashboard.js'
import { assetTypeNamed, newAsset } from './new-asset.js'
import { newJob, startJob } from './new-job.js'
import { VIEWS } from './playground.js'

/** The second company of the demo: no other test counts its records. */
const USER = 'admin@summit.example'

const dashboard = useDashboard()
const { goSignedIn, go, shows, press } = dashboard

let ids: Readonly<Record<'asset' | 'job' | 'webhook' | 'site', string>>
beforeAll(async () => {
  const ask = await askAs(USER)
  const documentIds = [await upload('before.png', 'steelblue'), await upload('after.png', 'maroon')]
  // A type without a required custom field.
  const typeId = await assetTypeNamed(ask, 'Smoke alarm')
  const asset = await newAsset(ask, { typeId, documentIds })
  const job = await newJob(ask, { requiresSignature: true })
  await startJob(ask, job)
  const { createWebhook } = await ask(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } userErrors { message } } }',
    { input: { url: 'https://receiver.example/states', triggers: ['zone.removed'] } },
  )
  expect(createWebhook.userErrors).toEqual([])
  const webhook: string = createWebhook.webhook.id
  await ask('mutation ($id: ID!) { testWebhook(input: { id: $id }) { delivery { id } } }', {
    id: webhook,
  })
  ids = { asset, job: job.id, webhook, site: job.site.id }
})
afterEach(async () => {
  await network(true)
})

async function upload(name: string, background: string): Promise<string> {
  const size = { width: 800, height: 600, channels: 3 } as const
  const content = await sharp({ create: { ...size, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${await tokenOf(USER)}` }
  const response = await fetch(`${inject('service')}/documents`, { method: 'POST', headers, body })
  return ((await response.json()) as { id: string }).id
}

const network = (isOn: boolean) => dashboard.page.context().setOffline(!isOn)

describe.each(VIEWS)('in a $colorScheme window of $width pixels,', ({ colorScheme, width }) => {
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    const obstacles = await obstaclesIn(dashboard.page)
    if (obstacles.length > 0) found[name] = obstacles
  }
  /** Looks at a dialog that is open, and closes it. */
  const lookAt = async (name: string) => {
    const dialog = dashboard.page.getByRole('dialog', { name, exact: true })
    await dialog.waitFor()
    await look(`the dialog ${name}`)
    await dashboard.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }

  test('axe finds nothing serious in dialogs, messages, errors and bars, and they fit', async () => {
    const { page } = dashboard
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(DASHBOARD)
    await signIn(page, USER, 'not the password')
    await page.getByRole('alert').waitFor()
    await look('a sign-in that failed')
    await goSignedIn(`assets/${ids.asset}`, USER)

    const picture = page.getByRole('button', { name: 'before.png' }).first()
    await picture.click()
    await lookAt('before.png')
    await picture.click()
    await press('Mark')
    await lookAt('Mark before.png')
    await page.getByRole('button', { name: 'Compare before and after' }).first().click()
    await lookAt('Before and after')
    await go(`jobs/${ids.job}`)
    await press('Complete')
    const signature = page.getByRole('dialog', { name: 'Complete' })
    await signature.getByLabel('Signed by').fill('Ann')
    await signature.getByRole('button', { name: 'Complete' }).click()
    await signature.getByRole('alert').waitFor()
    await lookAt('Complete')
    await go(`webhooks/${ids.webhook}`)
    const test = page.locator('tr', { hasText: 'webhook.test' }).first()
    await test.getByRole('button', { name: 'Details' }).click()
    await lookAt('Delivery of webhook.test')

    await press('Disable')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await look('a message with an undo')
    await press('Undo')
    await shows('The webhook is enabled.')
    const message = 'A bug that this test invents.'
    await page.route('**/graphql', (route) => route.fulfill({ json: { errors: [{ message }] } }))
    await press('Disable')
    await page.getByRole('alert').getByText(message).waitFor()
    await look('a message about an error')
    await go(`jobs?siteIds=${ids.site}`)
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    await look('an error with a retry')
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('button', { name: 'Try again' }).first().waitFor({ state: 'detached' })

    await go(`assets/${ids.asset}`)
    await shows('Photographs and files')
    await network(false)
    await shows('No response from the service since')
    const name = `${colorScheme}-${width}.png`
    const buffer = await sharp({
      create: { width: 80, height: 60, channels: 3, background: 'olive' },
    })
      .png()
      .toBuffer()
    const file = { name, mimeType: 'image/png', buffer }
    const files = page.getByRole('region', { name: 'Photographs and files' })
    await files.getByLabel('Choose files').setInputFiles(file)
    await shows('Waiting for the service: 1 entry.')
    await look('the bars without a network')
    await press('Sign out')
    await lookAt('Sign out')
    await go('queue')
    await shows(name)
    await look('the queue without a network')
    await go('jobs/board')
    await page.getByRole('alert').first().waitFor()
    await look('a page without a network')
    await network(true)
    await page.getByText('No response from the service since').waitFor({ state: 'detached' })
    await page.getByText('Waiting for the service').waitFor({ state: 'detached' })
    expect(found).toEqual({})
    dashboard.complaints = dashboard.complaints.filter((text) => !/ERR_INTERNET|401/.test(text))
  })
})
