import { beforeAll, describe, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { recordOperations } from './dashboard.js'
import { newJob, otherTechnician, startJob } from './new-job.js'

/** The second company: other files count the jobs of the first one. */
const ADMIN = 'admin@summit.example'
const TECHNICIAN = 'tech1@summit.example'

const dashboard = useDashboard()
const { goSignedIn, go, shows, choose, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

describe('the page of a job', () => {
  const statusOf = async (id: string) =>
    (await ask('query ($id: ID!) { job(id: $id) { status } }', { id })).job.status as string

  test('starts it, pauses it, undoes that, and completes it with a signature', async () => {
    const { page } = dashboard
    const { id, number } = await newJob(ask, { requiresSignature: true })
    const { viewer } = await ask('{ viewer { user { fullName } } }')
    await goSignedIn(`jobs/${id}`, ADMIN)
    await press('Start')
    await shows(`Job ${number} has started.`)
    await press('Pause')
    await shows(`Job ${number} is paused.`)
    expect(await statusOf(id)).toBe('PAUSED')
    await press('Undo')
    await shows(`Job ${number} goes on.`)
    expect(await statusOf(id)).toBe('IN_PROGRESS')
    await press('Complete')
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await dialog.getByLabel('Signed by').fill('Sam Signer')
    await dialog.getByRole('button', { name: 'Write the name' }).click()
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await shows(`Job ${number} is completed.`)
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
    await shows(`Updated by ${viewer.user.fullName}`)
  })

  test('cancels it only after a question', async () => {
    const { page } = dashboard
    const { id, number } = await newJob(ask)
    await goSignedIn(`jobs/${id}`, ADMIN)
    await press('Cancel the job')
    const dialog = page.getByRole('dialog', { name: 'Cancel the job' })
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(await statusOf(id)).toBe('SCHEDULED')
    await press('Cancel the job')
    await dialog.getByRole('button', { name: 'Cancel the job' }).click()
    await shows(`Job ${number} is cancelled.`)
    expect(await statusOf(id)).toBe('CANCELLED')
  })

  test('gives it to another technician, and back', async () => {
    const { id, technician } = await newJob(ask)
    const other = await otherTechnician(ask, technician.id)
    const technicianNow = async () =>
      (await ask('query ($id: ID!) { job(id: $id) { technician { fullName } } }', { id })).job
        .technician.fullName as string
    await goSignedIn(`jobs/${id}`, ADMIN)
    await choose('Another technician', other.fullName)
    await press('Reassign')
    await expect.poll(technicianNow).toBe(other.fullName)
    const change = dashboard.page
      .locator('.history li li', { hasText: 'Technician: ' })
      .filter({ hasText: `Technician: ${technician.fullName} → ${other.fullName}` })
    await expect.poll(() => change.first().getByRole('link').count()).toBe(2)
    await press('Undo')
    await expect.poll(technicianNow).toBe(technician.fullName)
  })

  test('names the zones in its history, and links them to their assets', async () => {
    const { page } = dashboard
    const { id, site } = await newJob(ask)
    const [first, second] = site.zones.nodes
    const change = (zoneIds: string[]) =>
      ask(
        'mutation ($input: UpdateJobInput!) { updateJob(input: $input) { userErrors { message } } }',
        {
          input: { id, zoneIds },
        },
      )
    await change([])
    await change([first!.id, second!.id])
    await goSignedIn(`jobs/${id}`, ADMIN)
    const zones = page.locator('.history li li', { hasText: /^Zones: – → / }).first()
    await zones.getByRole('link', { name: first!.name, exact: true }).waitFor()
    await zones.getByRole('link', { name: second!.name, exact: true }).click()
    expect(page.url()).toContain(`#/assets?zoneIds=${second!.id}`)
  })

  test('has a link to the list behind each number of assets and inspections', async () => {
    const { page } = dashboard
    const { id } = await newJob(ask)
    const { job } = await ask(
      'query ($id: ID!) { job(id: $id) { progress { assets remaining } } }',
      { id },
    )
    const { assets, remaining } = job.progress as Record<string, number>
    await goSignedIn(`jobs/${id}`, ADMIN)
    await page
      .locator('.facts')
      .getByRole('link', { name: `${assets} assets` })
      .first()
      .click()
    await shows(`${assets} assets`)
    await page.goBack()
    const left = page.getByRole('region', { name: 'Left' }).getByRole('heading')
    await left.getByRole('link', { name: String(remaining), exact: true }).click()
    await shows(new RegExp(`^${remaining} assets?$`))
    expect(page.url()).toContain(`#/assets?leftInJobIds=${id}`)
  })

  test('shows which assets are inspected and left, and an inspection moves an asset', async () => {
    const { page } = dashboard
    const job = await newJob(ask)
    await startJob(ask, job)
    await goSignedIn(`jobs/${job.id}`, ADMIN)
    const left = page.getByRole('region', { name: 'Left' })
    const code = await left.getByRole('listitem').first().getByRole('link').innerText()
    await left.getByRole('link', { name: code }).click()
    await page.getByLabel('Outcome').selectOption('PASSED')
    await press('Record')
    const inspected = page.getByRole('region', { name: 'Inspected' })
    await inspected.getByRole('link', { name: code }).waitFor()
    expect(await left.getByRole('link', { name: code }).count()).toBe(0)
  })

  test('of another technician has no buttons for a technician', async () => {
    const { page } = dashboard
    const asTechnician = await askAs(TECHNICIAN)
    const { viewer } = await asTechnician('{ viewer { user { id } } }')
    const other = await otherTechnician(ask, viewer.user.id)
    const { id } = await newJob(ask, { technicianId: other.id })
    const operations = recordOperations(page)
    await goSignedIn(`jobs/${id}`, TECHNICIAN)
    await page.getByRole('region', { name: 'Left' }).waitFor()
    expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0)
    expect(operations).not.toContain('History')
    await go('jobs/none')
    await shows('This job does not exist')
  })
})
