import type { Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { FIRST, newJob, startJob } from './new-job.js'

/** Of the second company of the demo: no other test counts its records. */
const ADMIN = 'admin@summit.example'

const dashboard = useDashboard()
const { goSignedIn, go, shows, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

async function create(noun: string, input: object): Promise<string> {
  const type = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const data = await ask(
    `mutation ($input: Create${type}Input!) { create${type}(input: $input) { ${noun} { id } userErrors { message } } }`,
    { input },
  )
  return data[`create${type}`][noun].id
}
const newChecklist = (name: string) =>
  create('checklist', {
    name,
    sections: [{ name: 'Look', questions: [{ kind: 'YES_NO', text: 'Does it close?' }] }],
  })
const newType = (name: string, checklistId: string) =>
  create('assetType', { name, shortCode: `R${name.slice(-6)}`, checklistId })
const nameFor = (noun: string) => `${noun} ${newId().slice(-8)}`
const heading = (name: string) =>
  dashboard.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
/** The value of a fact. */
const fact = (name: string) =>
  dashboard.page.locator('.facts div', { hasText: name }).locator('dd').innerText()

test('an asset type that got another checklist is not in the list of the first one any more', async () => {
  const { page } = dashboard
  const [name, first, second] = [nameFor('Type'), nameFor('First'), nameFor('Second')]
  const [firstId, secondId] = [await newChecklist(first), await newChecklist(second)]
  await newType(name, firstId)
  const remove = page.getByRole('button', { name: `${name}: remove the checklist` })
  await goSignedIn(`checklists/${firstId}`, ADMIN)
  await remove.waitFor()

  await go(`checklists/${secondId}`)
  await shows('No asset type has it.')
  const picker = page.getByRole('combobox', { name: 'Use it for one more asset type' })
  const pick = async () => {
    await picker.fill(name.slice(0, 8))
    await page.locator(`option[value="${name}"]`).waitFor({ state: 'attached' })
    await picker.fill(name)
  }
  await page.route('**/graphql', (route) => {
    const isRefused = route.request().postData()?.includes('query ChecklistOfType')
    const errors = [{ message: 'The service is busy.' }]
    return isRefused ? route.fulfill({ json: { errors } }) : route.continue()
  })
  await pick()
  await shows('The service is busy.')
  await page.unroute('**/graphql')
  await pick()
  await shows(`Inspections of ${name} ask “${second}”, not “${first}”.`)

  await go(`checklists/${firstId}`)
  await heading(first)
  await remove.waitFor({ state: 'detached' })
})

test('a new version of a checklist has its number of questions and its history, and is in the list', async () => {
  const { page } = dashboard
  const name = nameFor('Checklist')
  await newChecklist(name)
  await goSignedIn(`checklists?search=${encodeURIComponent(name)}`, ADMIN)
  await page.getByRole('link', { name }).click()
  await shows('Created by')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await heading('Edit checklist')
  await press('Add a question')
  await page.keyboard.type('Is it clean?')
  await press('Save')
  await heading(name)
  await expect.poll(() => fact('Questions')).toBe('2')
  await shows('Updated by')
  await go(`checklists?search=${encodeURIComponent(name)}`)
  const row = page.locator('.records tbody tr', { hasText: name })
  await expect.poll(() => row.locator('td').first().innerText()).toBe('2')
})

test('a list with a filter does not keep a site that was edited, or a job that was started on the board', async () => {
  const { page } = dashboard
  const name = nameFor('Site')
  const clientId = await create('client', { legalName: nameFor('Client') })
  const site = await create('site', { clientId, name, riskLevel: 'LOW' })
  await goSignedIn(`sites?ids=${site}&riskLevels=LOW`, ADMIN)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'Edit site' }).click()
  await page.getByLabel('Risk', { exact: true }).selectOption('HIGH')
  await press('Save')
  await shows('The site is saved.')
  await go(`sites?ids=${site}&riskLevels=LOW`)
  await shows(/^0 sites$/)

  const { id, number } = await newJob(ask, FIRST)
  await go(`jobs?ids=${id}&statuses=SCHEDULED`)
  await shows(/^1 job$/)
  await go('jobs/board')
  const card = page.getByRole('article', { name: `Job ${number}`, exact: true })
  await card.getByRole('button', { name: 'Start' }).click()
  await shows(`Job ${number} has started.`)
  await go(`jobs?ids=${id}&statuses=SCHEDULED`)
  await shows(/^0 jobs$/)
})

test('a list with a filter does not keep a job whose start is answered when the board is left', async () => {
  const { page } = dashboard
  const { id, number } = await newJob(ask, FIRST)
  await goSignedIn(`jobs?ids=${id}&statuses=SCHEDULED`, ADMIN)
  await shows(/^1 job$/)
  await go('jobs/board')
  const starts: Route[] = []
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation StartJob(')) starts.push(route)
    else await route.continue()
  })
  const card = page.getByRole('article', { name: `Job ${number}`, exact: true })
  await card.getByRole('button', { name: 'Start' }).click()
  await expect.poll(() => starts.length).toBe(1)
  await go(`jobs?ids=${id}&statuses=SCHEDULED`)
  await shows(/^1 job$/)
  await starts[0]?.continue()
  await shows(`Job ${number} has started.`)
  await shows(/^0 jobs$/)
})

test('an action can be undone although its page cannot be read again', async () => {
  const { page } = dashboard
  const job = await newJob(ask, FIRST)
  await startJob(ask, job)
  await goSignedIn(`jobs/${job.id}`, ADMIN)
  await heading(`Job #${job.number}`)
  let refused = 0
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('query JobPage(')) return route.continue()
    refused += 1
    return route.fulfill({ json: { errors: [{ message: 'The service is busy.' }] } })
  })
  await press('Pause')
  await expect.poll(() => refused).toBe(1)
  await page.unroute('**/graphql')
  await press('Undo')
  await shows(`Job ${job.number} goes on.`)
})

test('the pages of a job and of a finding show what has changed since', async () => {
  const { page } = dashboard
  const times = { scheduledStart: '2038-05-03T08:00:00Z', scheduledEnd: '2038-05-03T09:00:00Z' }
  const [job, other] = [await newJob(ask, times), await newJob(ask, times)]
  await goSignedIn(`jobs/${job.id}`, ADMIN)
  await expect.poll(() => fact('Conflicts')).toBe('1 job')
  await go(`jobs/${other.id}`)
  await heading(`Job #${other.number}`)
  await ask('mutation ($id: ID!) { cancelJob(input: { id: $id }) { userErrors { message } } }', {
    id: other.id,
  })
  await go(`jobs/${job.id}`)
  await heading(`Job #${job.number}`)
  await expect.poll(() => fact('Conflicts')).toBe('None')

  const { assets } = await ask('{ assets(first: 1) { nodes { id } } }')
  const assetId = assets.nodes[0].id
  const title = nameFor('Finding')
  const finding = await create('finding', { assetId, title, severity: 'LOW' })
  await go(`findings/${finding}`)
  await heading(title)
  expect(await fact('Resolution')).toBe('–')
  await go(`assets/${assetId}`)
  await page.getByText('What is wrong').first().waitFor()
  await ask(
    'mutation ($id: ID!) { resolveFinding(input: { id: $id, resolution: "Repaired" }) { userErrors { message } } }',
    { id: finding },
  )
  await go(`findings/${finding}`)
  await heading(title)
  await expect.poll(() => fact('Resolution')).toBe('Repaired')
})
