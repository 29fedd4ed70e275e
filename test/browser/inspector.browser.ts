import { mkdirSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { uploadsIn } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { signIn } from './dashboard.js'
import { newWorld } from './inspector-world.js'
import { photograph } from './pictures.js'

/** Of the second company of the demo: no other test counts its records. */
const ADMIN = 'admin@summit.example'
const TECHNICIAN = 'tech1@summit.example'
const COLLEAGUE = 'tech2@summit.example'

const browser = useDashboard()
const { shows, press } = browser
const ADDRESS = `${inject('service')}/inspector`
const PICTURES = process.env['INSPECTOR_PICTURES']

async function picture(name: string) {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await browser.page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** Opens the app without what an earlier test has left. It is deleted on another page, because the app stores its session again. */
async function openAnew() {
  const { page } = browser
  await page.goto(`${inject('service')}/ready`)
  await page.evaluate(`(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  })()`)
  await page.goto(ADDRESS)
}

test('a day without a network, and back to a changed world: nothing is lost, and conflicts are shown', async () => {
  const { admin, assets, job, cancelled, site } = await newWorld(ADMIN, TECHNICIAN)
  const { page } = browser
  await page.setViewportSize({ width: 390, height: 844 })
  const network = (isOn: boolean) => page.context().setOffline(!isOn)
  const open = (text: string) => page.getByRole('link', { name: text }).first().click()
  const queued = (count: number) => page.getByRole('link', { name: `Queue (${count})` }).waitFor()
  const find = async (code: string) => {
    await page.getByLabel('Barcode or code').fill(code)
    await press('Find')
    await page.getByRole('heading', { name: code }).waitFor()
  }
  const inspect = async (code: string, answer: 'Yes' | 'No') => {
    await find(code)
    await page.getByLabel('Does it close? *').selectOption({ label: answer })
    const file = await photograph(page, `${code}.jpg`)
    if (answer === 'No') await page.getByLabel('Photograph: The door').setInputFiles(file)
    await page.getByLabel('Note', { exact: true }).fill(`Seen: ${answer}`)
    await picture(`inspect-${answer}`)
    await press('Record the inspection')
    await page.getByRole('heading', { name: 'Job' }).waitFor()
  }

  await network(true)
  await openAnew()
  await picture('sign-in')
  await signIn(page, TECHNICIAN)
  await shows('Up to date')
  await shows(`${job.number} · ${site}`)
  await page.evaluate('navigator.serviceWorker.ready')

  await network(false)
  await page.reload()
  await shows(`${job.number} · ${site}`)
  await picture('jobs')
  await open(`${job.number} · ${site}`)
  await shows('Assets left: 4')
  await press('Start the job')
  await inspect(assets.first.code, 'Yes')
  await inspect(assets.second.code, 'No')
  await find(assets.renamed.code)
  await page.getByText('The code on the asset is another one').click()
  await page.getByLabel('Code', { exact: true }).fill(`Mine ${job.number}`)
  await press('Correct the code')
  await shows('The code is in the queue.')
  await page.goto(`${ADDRESS}#/jobs/${cancelled.id}`)
  await expect.poll(() => page.locator('main').innerText()).toContain('Assets left: 1')
  await inspect(assets.ofCancelled.code, 'Yes')
  await queued(5)
  await picture('job')

  await admin(
    `mutation ($id: ID!, $code: String!, $removed: ID!, $job: ID!) {
      updateAsset(input: { id: $id, code: $code }) { userErrors { code } }
      removeAsset(input: { id: $removed }) { userErrors { code } }
      cancelJob(input: { id: $job }) { userErrors { code } }
    }`,
    {
      ...{ id: assets.renamed.id, code: `Theirs ${job.number}` },
      ...{ removed: assets.removed.id, job: cancelled.id },
    },
  )
  await page.reload()
  await queued(5)

  // The sign-in page of a network responds to everything.
  const signInPage = { contentType: 'text/html', body: '<h1>Welcome to our network</h1>' }
  await page.route(/\/(graphql|documents)$/, (route) => route.fulfill(signInPage))
  await network(true)
  await shows('The service cannot be reached.')
  await queued(5)
  await page.unroute(/\/(graphql|documents)$/)
  await page.reload()
  await queued(2)
  await open('Queue (2)')
  await shows(`Another user has changed it: it is Theirs ${job.number} now.`)
  await picture('conflicts')
  await press('Apply mine')
  await press('Record without the job')
  await queued(0)
  await shows('Everything is sent.')

  const found = await admin(
    `query ($ids: [ID!]!, $renamed: ID!, $job: ID!) {
      inspections(filter: { assetIds: $ids }, orderBy: [{ field: INSPECTED_AT }]) {
        nodes { asset { code } outcome note job { id } documents { nodes { id report } } }
      }
      asset(id: $renamed) { code history(first: 1) { nodes { conflict operation } } }
      job(id: $job) { status }
    }`,
    {
      ids: [assets.first.id, assets.second.id, assets.ofCancelled.id],
      ...{ renamed: assets.renamed.id, job: job.id },
    },
  )
  const inspections = found.inspections.nodes as { documents: { nodes: { report: boolean }[] } }[]
  expect(inspections.map((one) => ({ ...one, documents: uploadsIn(one.documents) }))).toEqual([
    inspection(assets.first.code, 'PASSED', 'Seen: Yes', job.id, 0),
    inspection(assets.second.code, 'FAILED', 'Seen: No', job.id, 1),
    inspection(assets.ofCancelled.code, 'PASSED', 'Seen: Yes', null, 0),
  ])
  expect(found.asset).toEqual({
    code: `Mine ${job.number}`,
    history: { nodes: [{ conflict: true, operation: 'updateAsset' }] },
  })
  expect(found.job.status).toBe('IN_PROGRESS')

  await open('Inspector')
  await open(`${job.number} · ${site}`)
  await shows('Assets left: 1')
  await shows(`Mine ${job.number}`)
  expect(await page.getByText(assets.removed.code).count()).toBe(0)
  await page.goto(ADDRESS)
  await shows('My jobs')
  expect(await page.getByText(`${cancelled.number} · ${site}`).count()).toBe(0)
  browser.complaints = browser.complaints.filter((text) => !text.includes('ERR_INTERNET'))
})

const inspection = (
  code: string,
  outcome: string,
  note: string,
  job: string | null,
  photographs: number,
) => ({
  ...{ asset: { code }, outcome, note, job: job === null ? null : { id: job } },
  documents: Array.from({ length: photographs }, () => ({ id: expect.any(String) })),
})

test('if the service refuses new tokens, too, the app asks to sign in, and the queue waits for its user', async () => {
  const { admin, job, site } = await newWorld(ADMIN, TECHNICIAN)
  const { page } = browser
  const titleOfJob = `${job.number} · ${site}`
  const statusOf = async () => (await admin(`{ job(id: "${job.id}") { status } }`)).job.status
  const signInAs = async (user: string) => {
    await signIn(page, user)
    await shows('Up to date')
    await page.getByRole('link', { name: 'Queue (0)' }).waitFor()
  }
  await openAnew()
  await signInAs(TECHNICIAN)
  const errors = [{ message: 'Sign in.', extensions: { code: 'UNAUTHENTICATED' } }]
  const refused = { status: 401, contentType: 'application/json', body: JSON.stringify({ errors }) }
  // The app also asks by itself: that must not lead to the sign-in before the button is pressed.
  let isRefusing = false
  await page.route(/\/graphql$/, (route) => {
    const body = route.request().postData() ?? ''
    isRefusing ||= body.includes('mutation Start')
    const isPassed = !isRefusing || body.includes('mutation Refresh')
    return isPassed ? route.continue() : route.fulfill(refused)
  })
  await page.getByRole('link', { name: titleOfJob }).click()
  await press('Start the job')
  await page.getByLabel('Password').waitFor()
  await page.unroute(/\/graphql$/)

  await signInAs(COLLEAGUE)
  await page.getByRole('link', { name: 'Inspector' }).click()
  await shows('My jobs')
  expect(await page.getByText(titleOfJob).count()).toBe(0)
  expect(await statusOf()).toBe('SCHEDULED')
  await press('Sign out')
  await shows('Entries that wait on this device: 1')

  await signInAs(TECHNICIAN)
  await expect.poll(statusOf).toBe('IN_PROGRESS')
  browser.complaints = browser.complaints.filter((text) => !text.includes('401'))
})

test('a second tab shares the session: each tab exchanges the newest token, and signing out ends it in both and at the service', async () => {
  const { page } = browser
  // This tab begins no pass by itself.
  await page.addInitScript('window.setInterval = () => 0')
  await openAnew()
  await signIn(page, TECHNICIAN)
  await shows('Up to date')
  const token = () => page.evaluate<string>(`localStorage.getItem('inspector.refreshToken')`)
  const first = await token()
  const second = await page.context().newPage()
  try {
    await second.goto(ADDRESS)
    await expect.poll(token).not.toBe(first)
    const newest = await token()

    let isExpired = true
    await page.route(/\/graphql$/, (route) => {
      if (!isExpired) return route.continue()
      isExpired = false
      return route.fulfill({ status: 401, contentType: 'application/json', body: '{}' })
    })
    const exchange = page.waitForRequest((request) =>
      Boolean(request.postData()?.includes('mutation Refresh')),
    )
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    const { variables } = (await exchange).postDataJSON()
    expect(variables.input.refreshToken).toBe(newest)

    const logout = second.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('mutation Logout')),
    )
    await second.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    const { authorization = '' } = await (await logout).request().allHeaders()
    const { status } = await fetch(`${inject('service')}/graphql`, {
      ...{ method: 'POST', body: JSON.stringify({ query: '{ viewer { role } }' }) },
      headers: { authorization, 'content-type': 'application/json' },
    })
    expect(status).toBe(401)

    await signIn(second, TECHNICIAN)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  } finally {
    await second.close()
  }
  browser.complaints = browser.complaints.filter((text) => !text.includes('401'))
})

test('a job that was paused meanwhile is resumed; its start, which was refused, does not count', async () => {
  const { admin, job, site } = await newWorld(ADMIN, TECHNICIAN)
  const { page } = browser
  await openAnew()
  await signIn(page, TECHNICIAN)
  await page.getByRole('link', { name: `${job.number} · ${site}` }).click()
  await page.context().setOffline(true)
  await press('Start the job')
  await page.getByLabel('Barcode or code').waitFor()
  await admin(
    `mutation ($id: ID!) {
      startJob(input: { id: $id }) { userErrors { code } }
      pauseJob(input: { id: $id }) { userErrors { code } }
    }`,
    { id: job.id },
  )
  await page.context().setOffline(false)
  await press('Resume the job')
  await page.getByLabel('Barcode or code').waitFor()
  const statusOf = async () => (await admin(`{ job(id: "${job.id}") { status } }`)).job.status
  await expect.poll(statusOf).toBe('IN_PROGRESS')
  await page.getByRole('link', { name: 'Queue (1)' }).click()
  await shows('A job that is paused cannot be started.')
  browser.complaints = browser.complaints.filter((text) => !text.includes('ERR_INTERNET'))
})

test('a connection that dies within a response is a problem like any other, and the next pass goes on', async () => {
  const { page } = browser
  await openAnew()
  await signIn(page, TECHNICIAN)
  await shows('Up to date')
  await page.evaluate(`(() => {
    const { text } = Response.prototype
    Response.prototype.text = async () => {
      Response.prototype.text = text
      throw new TypeError('network error')
    }
    dispatchEvent(new Event('online'))
  })()`)
  await shows('The service cannot be reached.')
  await page.evaluate(`dispatchEvent(new Event('online'))`)
  await shows('Up to date')
})
