import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { ADMIN } from './dashboard.js'
import { useDashboard } from './dashboard-page.js'
import { newJob, startJob } from './new-job.js'

/** A technician whose jobs no other file changes. */
const TECHNICIAN = 'tech16@harbour.example'

const dashboard = useDashboard()
const { goSignedIn, shows, press } = dashboard

interface Job {
  readonly id: string
  readonly number: number
}

let ask: Ask
/** Each journey has a job of its own, scheduled for the technician. */
let job: Job
beforeAll(async () => {
  ask = await askAs(TECHNICIAN)
})
beforeEach(async () => {
  await dashboard.page.setViewportSize({ width: 390, height: 844 })
  const { viewer } = await ask('{ viewer { user { id } } }')
  const { jobs } = await ask(
    `query ($ids: [ID!]) { jobs(first: 1, filter: { statuses: [SCHEDULED], technicianIds: $ids },
      orderBy: [{ field: SCHEDULED_START }]) { nodes { id number } } }`,
    { ids: [viewer.user.id] },
  )
  // The demo may have no scheduled one left.
  job = jobs.nodes[0] ?? (await newJob(await askAs(ADMIN), { technicianId: viewer.user.id }))
})

const statusNow = async () =>
  (await ask('query ($id: ID!) { job(id: $id) { status } }', { id: job.id })).job.status
const link = (name: string | RegExp) => dashboard.page.getByRole('link', { name, exact: true })

describe('the day of a technician, on a phone', () => {
  test('6. starts the first job of the day on the board, and opens it', async () => {
    const { page } = dashboard
    await goSignedIn('jobs/board', TECHNICIAN)
    expect(await page.getByLabel('Only my jobs').isChecked()).toBe(true)
    const card = (column: string) =>
      page
        .getByRole('region', { name: column, exact: true })
        .getByRole('article', { name: `Job ${job.number}`, exact: true })
    await card('Scheduled').getByRole('button', { name: 'Start' }).click()
    await card('In progress')
      .getByRole('link', { name: `#${job.number}` })
      .click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(statusNow).toBe('IN_PROGRESS')
  })

  test('7. inspects two assets of a job, one fails, and the job counts both', async () => {
    const { page } = dashboard
    await startJob(ask, job)
    await goSignedIn(`jobs/${job.id}`, TECHNICIAN)
    const left = page.getByRole('region', { name: 'Left' })
    const inspected = page.getByRole('region', { name: 'Inspected' })
    for (const outcome of ['Passed', 'Failed']) {
      const asset = left.getByRole('listitem').first().getByRole('link')
      const code = await asset.innerText()
      await asset.click()
      await page.getByLabel('Outcome').selectOption(outcome)
      await page.getByLabel('Note').fill(`${outcome} in the morning`)
      await press('Record')
      const done = inspected.getByRole('listitem').filter({ hasText: code })
      await done.getByText(outcome).waitFor()
    }
    const { job: counted } = await ask(
      `query ($id: ID!) { job(id: $id) { progress { assets inspected remaining } } }`,
      { id: job.id },
    )
    const { assets, inspected: count, remaining } = counted.progress
    expect([count, remaining]).toEqual([2, assets - 2])
    await shows(`2 of ${assets} assets`)
    await link('2 inspections').click()
    await shows('Failed in the morning')
  })

  test('8. pauses, loads the page again after a break, and goes on', async () => {
    const { page } = dashboard
    await startJob(ask, job)
    await goSignedIn(`jobs/${job.id}`, TECHNICIAN)
    await press('Pause')
    await shows(`Job ${job.number} is paused.`)
    await page.reload()
    await press('Resume')
    await shows(`Job ${job.number} goes on.`)
    expect(await statusNow()).toBe('IN_PROGRESS')
  })

  test('9. finds an asset by its barcode, and records a defect without a job', async () => {
    const { page } = dashboard
    const { assets } = await ask(`{ assets(first: 1, filter: { statuses: [OK] },
      orderBy: [{ field: CODE, direction: DESC }]) { nodes { code barcode { data } } } }`)
    const [{ code, barcode }] = assets.nodes
    await goSignedIn('assets', TECHNICIAN)
    await page.getByLabel('Code, barcode or custom field').fill(barcode.data)
    await shows('1 asset')
    await link(code).click()
    await page.getByLabel('Outcome').selectOption('Failed')
    await page.getByLabel('Note').fill('The glass is broken')
    await press('Record')
    await page.locator('.heading').getByText('Defective').waitFor()
    await shows('The glass is broken')
  })

  test('10. completes a job with a signature, and leaves no session behind', async () => {
    const { page } = dashboard
    await startJob(ask, job)
    await goSignedIn(`jobs/${job.id}`, TECHNICIAN)
    await press('Complete')
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    if ((await dialog.getByLabel('Signed by').count()) > 0) {
      await dialog.getByLabel('Signed by').fill('Sam Signer')
      await dialog.getByRole('button', { name: 'Write the name' }).click()
    }
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await shows(`Job ${job.number} is completed.`)
    expect(await statusNow()).toBe('COMPLETED')
    await press('Sign out')
    await shows('You have signed out.')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })
})
