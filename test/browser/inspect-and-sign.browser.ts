import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Route } from 'playwright-core'
import { type Ask, askAs, uploadsIn } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { newAsset } from './new-asset.js'
import { newJob, startJob } from './new-job.js'
import { photograph } from './pictures.js'

/** The second company of the demo: no other test counts its records. */
const USER = 'admin@summit.example'
const GAUGE = '00000000-0000-4000-8000-0000000000a1'
const LABEL = '00000000-0000-4000-8000-0000000000a2'

const dashboard = useDashboard()
const { goSignedIn, go, shows, press } = dashboard

let ask: Ask
let typeId: string
let assetId: string
beforeAll(async () => {
  ask = await askAs(USER)
  const photo = { kind: 'PHOTO', text: 'A photograph of the label', minimumCount: 1 }
  const questions = [
    {
      ...{ questionId: GAUGE, kind: 'YES_NO', text: 'Is the gauge in the green?', critical: true },
      ...{ requirePhotoWhenFailing: true, opensFinding: 'HIGH', required: true },
    },
    { ...photo, questionId: LABEL, required: true, allowNotApplicable: true },
  ]
  const { createChecklist } = await ask(
    'mutation ($input: CreateChecklistInput!) { createChecklist(input: $input) { checklist { id } userErrors { message } } }',
    { input: { name: 'Gauges', sections: [{ name: 'Look', questions }] } },
  )
  const { createAssetType } = await ask(
    'mutation ($input: CreateAssetTypeInput!) { createAssetType(input: $input) { assetType { id } userErrors { message } } }',
    { input: { name: 'Gauge', shortCode: 'GG', checklistId: createChecklist.checklist.id } },
  )
  typeId = createAssetType.assetType.id
})
beforeEach(async () => {
  await dashboard.page.setViewportSize({ width: 390, height: 844 })
  assetId = await newAsset(ask, { typeId })
})
afterEach(async () => {
  await network(true)
})

const network = (isOn: boolean) => dashboard.page.context().setOffline(!isOn)
const ignore = (pattern: RegExp) => {
  dashboard.complaints = dashboard.complaints.filter((text) => !pattern.test(text))
}
const question = (text: string) => dashboard.page.getByRole('group', { name: text })
const inspections = async () => {
  const { asset } = await ask(
    `query ($id: ID!) { asset(id: $id) { inspections { nodes { outcome documents(orderBy: [{ field: ID }]) { nodes { name questionId report } } } } } }`,
    { id: assetId },
  )
  const nodes = asset.inspections.nodes as {
    outcome: string
    documents: { nodes: { name: string; questionId: string; report: boolean }[] }
  }[]
  return nodes.map(({ outcome, documents }) => ({ outcome, documents: uploadsIn(documents) }))
}
const openForm = async () => {
  await goSignedIn(`assets/${assetId}`, USER)
  await dashboard.page.locator('summary', { hasText: 'Gauges' }).click()
}
const takePhotograph = async (text: string, name: string, color?: string) => {
  const taken = await photograph(dashboard.page, name, color)
  await question(text).getByLabel('Take a photograph').setInputFiles(taken)
  await question(text).getByText(name).first().waitFor()
}

/** Lets photographs wait, until `releaseFiles` ends this transaction. */
const holdFiles = () =>
  dashboard.page.evaluate(`new Promise((resolve) => {
    window.isReleased = false
    const request = indexedDB.open('fis.files')
    request.onupgradeneeded = () => request.result.createObjectStore('files')
    request.onsuccess = () => {
      const store = request.result.transaction('files', 'readwrite').objectStore('files')
      const hold = () => {
        if (!window.isReleased) store.get('none').onsuccess = hold
        resolve()
      }
      hold()
    }
  })`)
const releaseFiles = () => dashboard.page.evaluate('window.isReleased = true')

test('an inspection with photographs outlives a reload without a network, and the finding shows them', async () => {
  const { page } = dashboard
  await openForm()
  await page.evaluate('navigator.serviceWorker.ready')
  await network(false)
  await question('Is the gauge').getByLabel('No', { exact: true }).check()
  await shows('A photograph is required because the answer fails.')
  await takePhotograph('Is the gauge', 'gauge.jpg', 'maroon')
  await takePhotograph('A photograph of the label', 'label.jpg')
  await page.screenshot({ path: '.tmp/phone-form.png', fullPage: true })
  await page.reload()
  // The form has what was answered before.
  await expect
    .poll(() => question('Is the gauge').getByLabel('No', { exact: true }).isChecked())
    .toBe(true)
  await question('A photograph of the label').getByText('label.jpg').first().waitFor()
  await press('Record the answers')
  await shows('It is kept in this browser')
  await page.reload()
  await shows('Waiting for the service: 1 entry.')
  expect(await inspections()).toEqual([])
  await network(true)
  await page.getByText('Waiting for the service').waitFor({ state: 'detached' })
  await page.locator('.heading').getByText('Defective').waitFor()
  const [{ outcome, documents } = { outcome: '', documents: [] }] = await inspections()
  expect([outcome, documents]).toEqual([
    'FAILED',
    [
      { name: 'gauge.jpg', questionId: GAUGE },
      { name: 'label.jpg', questionId: LABEL },
    ],
  ])
  await page.getByRole('link', { name: 'Is the gauge in the green?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Is the gauge in the green?' }).waitFor()
  const photographs = page.getByRole('region', { name: 'Photographs of the inspections' })
  await photographs.getByRole('button', { name: 'gauge.jpg' }).waitFor()
  expect(await photographs.getByRole('button', { name: 'label.jpg' }).count()).toBe(0)
  await photographs.getByRole('link').click()
  const answers = page.getByRole('region', { name: 'Answers' })
  await answers.getByRole('button', { name: 'label.jpg' }).waitFor()
  await page.screenshot({ path: '.tmp/phone-inspection.png', fullPage: true })
  ignore(/ERR_INTERNET|401/)
})

test('an answer that is given while a photograph is stored stays', async () => {
  const { page } = dashboard
  await openForm()
  await question('Is the gauge').getByLabel('No', { exact: true }).check()
  await takePhotograph('A photograph of the label', 'label.jpg')
  const taken = await photograph(page, 'gauge.jpg')
  await holdFiles()
  await question('Is the gauge').getByLabel('Take a photograph').setInputFiles(taken)
  await question('Is the gauge').getByLabel('Note').fill('Behind the pump')
  await question('A photograph of the label').getByRole('button', { name: 'Remove' }).click()
  await releaseFiles()
  await question('Is the gauge').getByText('gauge.jpg').first().waitFor()
  expect(await question('Is the gauge').getByLabel('Note').inputValue()).toBe('Behind the pump')
  expect(await question('A photograph of the label').locator('img').count()).toBe(0)
  await takePhotograph('A photograph of the label', 'other.jpg')
  await press('Record the answers')
  await shows('The inspection is recorded.')
  const [{ documents } = { documents: [] }] = await inspections()
  expect(documents.map(({ name }) => name)).toEqual(['gauge.jpg', 'other.jpg'])
})

test('the answers are recorded when their photographs are stored, and stay as they are while they are sent', async () => {
  const { page } = dashboard
  await openForm()
  const record = page.getByRole('button', { name: 'Record the answers' })
  const form = page.locator('form.checklist')
  const isInert = async () => (await form.getAttribute('inert')) !== null
  await question('Is the gauge').getByLabel('Yes', { exact: true }).check()
  const taken = await photograph(page, 'label.jpg')
  await holdFiles()
  await question('A photograph of the label').getByLabel('Take a photograph').setInputFiles(taken)
  await expect.poll(() => record.isDisabled()).toBe(true)
  await releaseFiles()
  const sending: Route[] = []
  await page.route(/\/graphql$/, async (route) => {
    const isRecord = route.request().postData()?.includes('mutation Record')
    if (isRecord) sending.push(route)
    else await route.continue()
  })
  await record.click()
  await expect.poll(() => sending.length).toBe(1)
  expect(await isInert()).toBe(true)
  await sending[0]?.continue()
  await shows('The inspection is recorded.')
  expect(await isInert()).toBe(false)
  const [{ documents } = { documents: [] }] = await inspections()
  expect(documents.map(({ name }) => name)).toEqual(['label.jpg'])
})

test('a question that is not applicable gets no photograph that is stored later', async () => {
  const { page } = dashboard
  await openForm()
  await question('Is the gauge').getByLabel('Yes', { exact: true }).check()
  const label = question('A photograph of the label')
  const taken = await photograph(page, 'label.jpg')
  await holdFiles()
  await label.getByLabel('Take a photograph').setInputFiles(taken)
  await label.getByLabel('Not applicable').check()
  await releaseFiles()
  await press('Record the answers')
  await shows('The inspection is recorded.')
  expect(await inspections()).toEqual([{ outcome: 'PASSED', documents: [] }])
})

test('what the service rejects later is in the form again, and is sent when it is corrected', async () => {
  const { page } = dashboard
  await openForm()
  await question('Is the gauge').getByLabel('No', { exact: true }).check()
  await press('Record the answers')
  await expect
    .poll(() => question('Is the gauge').locator('.error').allInnerTexts())
    .toEqual(['A failing answer needs a photograph.'])
  await go('queue')
  await page
    .getByRole('link', { name: /^Inspection of GG-/ })
    .last()
    .click()
  await question('Is the gauge').getByText('A failing answer needs a photograph.').waitFor()
  await takePhotograph('Is the gauge', 'gauge.jpg')
  await takePhotograph('A photograph of the label', 'label.jpg')
  await question('Is the gauge').getByRole('button', { name: 'Mark' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark gauge.jpg' })
  await expect.poll(() => page.evaluate(`document.querySelector('canvas').width`)).toBe(800)
  // Enter does not submit the form behind the dialog.
  await dialog.getByLabel('Text to write').fill('Rust')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Arrow').check()
  const { x, y, width, height } = (await dialog.getByRole('img').boundingBox())!
  await page.mouse.move(x + 0.2 * width, y + 0.2 * height)
  await page.mouse.down()
  await page.mouse.move(x + 0.6 * width, y + 0.6 * height, { steps: 3 })
  await page.mouse.up()
  await press('Save as a copy')
  await question('Is the gauge').getByText('gauge, marked.jpg').first().waitFor()
  await press('Record the answers')
  await shows('The inspection is recorded.')
  const [{ documents } = { documents: [] }] = await inspections()
  expect(documents.map(({ name }) => name).sort()).toEqual([
    'gauge, marked.jpg',
    'gauge.jpg',
    'label.jpg',
  ])
  await page.getByRole('region', { name: /^History in 3 photographs/ }).waitFor()
})

test('a new finding has its photographs, which its page compares with those of its resolution', async () => {
  const { page } = dashboard
  await goSignedIn(`assets/${assetId}`, USER)
  const section = page.getByRole('region', { name: 'Findings' })
  await section.getByLabel('What is wrong').fill('The glass is cracked')
  await section.getByLabel('Choose files').setInputFiles(await photograph(page, 'crack.jpg'))
  await section.getByRole('button', { name: 'Open a finding' }).click()
  await shows('“The glass is cracked” is open.')
  await section.getByRole('link', { name: 'The glass is cracked' }).click()
  const files = page.getByRole('region', { name: 'Photographs and files' })
  await files.getByRole('button', { name: 'crack.jpg' }).waitFor()
  await files
    .getByLabel('Choose files')
    .setInputFiles(await photograph(page, 'new glass.jpg', 'darkgreen'))
  await files.getByRole('button', { name: 'new glass.jpg' }).waitFor()
  await press('Close the message')
  await press('Compare before and after')
  const dialog = page.getByRole('dialog', { name: 'Before and after' })
  await dialog.getByRole('img', { name: 'After: new glass.jpg' }).waitFor()
  await press('Close')
  await page.screenshot({ path: '.tmp/phone-finding.png', fullPage: true })
})

test('a job is signed with a finger, and its page shows the signature and the report', async () => {
  const { page } = dashboard
  const job = await newJob(ask, { requiresSignature: true })
  await startJob(ask, job)
  const { id, number } = job
  await goSignedIn(`jobs/${id}`, USER)
  await press('Complete')
  const dialog = page.getByRole('dialog', { name: 'Complete' })
  await dialog.getByLabel('Signed by').fill('Sam Signer')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText('Please sign in the white field.').waitFor()
  const { x, y, width, height } = (await dialog.getByRole('img').boundingBox())!
  await page.mouse.move(x + 0.2 * width, y + 0.7 * height)
  await page.mouse.down()
  for (const [left, top] of [
    [0.3, 0.2],
    [0.4, 0.8],
    [0.6, 0.3],
    [0.8, 0.6],
  ] as const)
    await page.mouse.move(x + left * width, y + top * height, { steps: 5 })
  await page.mouse.up()
  await page.screenshot({ path: '.tmp/phone-sign.png' })
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await shows(`Job ${number} is completed.`)
  await page.getByRole('img', { name: 'Signature of Sam Signer' }).waitFor()
  const report = page.getByRole('link', { name: 'Open the report' })
  await report.waitFor()
  const response = await fetch(new URL((await report.getAttribute('href'))!, inject('service')))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const signed = await ask(
    'query ($id: ID!) { job(id: $id) { signature { name url } documents { nodes { name contentType } } } }',
    { id },
  )
  expect(signed.job.signature.name).toBe('Sam Signer')
  expect(signed.job.documents.nodes[0].contentType).toBe('image/png')
  await page.screenshot({ path: '.tmp/phone-job.png', fullPage: true })
})

test('a user sets a picture, and an admin the logos of a client and of the company', async () => {
  const { page } = dashboard
  const { clients, ...before } = await ask(
    `{ clients(first: 1) { nodes { id } } company { logoUrl } }`,
  )
  await goSignedIn('company', USER)
  await page.getByRole('link', { name: 'Your profile and picture' }).click()
  for (const [path, heading] of [
    ['profile', 'Picture'],
    [`clients/${clients.nodes[0].id}`, 'Logo'],
    ['company', 'Logo'],
  ] as const) {
    await go(path)
    const field = page.getByRole('region', { name: heading })
    const name = `${path.split('/')[0]}.jpg`
    await field.getByLabel('Choose a picture').setInputFiles(await photograph(page, name))
    await field.getByRole('img', { name: heading, exact: true }).waitFor()
  }
  const { viewer, company, client } = await ask(
    `query ($id: ID!) { viewer { user { profile { pictureUrl } } } company { logoUrl } client(id: $id) { logoUrl } }`,
    { id: clients.nodes[0].id },
  )
  const urls = [viewer.user.profile.pictureUrl, company.logoUrl, client.logoUrl] as string[]
  for (const url of urls) expect(url).toMatch(/^\/documents\/.+\?/)
  await shows('“company.jpg” is attached.')
  await page.screenshot({ path: '.tmp/phone-company.png', fullPage: true })
  await press('Undo')
  await shows('“company.jpg” is removed.')
  expect((await ask('{ company { logoUrl } }')).company).toEqual(before.company)
})
