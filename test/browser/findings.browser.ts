import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { signIn } from './dashboard.js'

/** The second company: the first one's findings are counted in other files. */
const ADMIN = 'admin@summit.example'

const dashboard = useDashboard()
const { goSignedIn, shows, choose, press, errorOf } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

test('an admin creates a job from a finding, and undo cancels it', async () => {
  const { page } = dashboard
  const { assets, jobTypes, users } = await ask(`{
    assets(first: 1) { nodes { id } }
    jobTypes(first: 1, filter: { active: true }) { nodes { name } }
    users(first: 1, filter: { roles: [TECHNICIAN], active: true }) { nodes { fullName } } }`)
  // Of its own: a finding of the demo may have a job of another test.
  const title = 'The door does not close'
  const { createFinding } = await ask(
    'mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }',
    { input: { assetId: assets.nodes[0].id, title, severity: 'LOW' } },
  )
  const { id } = createFinding.finding
  const jobNow = async () =>
    (await ask('query ($id: ID!) { finding(id: $id) { job { status } } }', { id })).finding.job
  await goSignedIn(`findings?ids=${id}`, ADMIN)
  await page.getByRole('checkbox', { name: title }).check()
  await choose('Job type', jobTypes.nodes[0].name)
  await choose('Technician', users.nodes[0].fullName)
  await page.getByLabel('Start, in the time zone of the site').fill('2037-03-02T09:00')
  await page.getByLabel('End', { exact: true }).fill('2037-03-02T08:00')
  await press('Create the job')
  await expect.poll(() => errorOf('End')).toBe('The end must come after the start.')
  await page.getByLabel('End', { exact: true }).fill('2037-03-02T10:00')
  await press('Create the job')
  await shows('A job for 1 finding is created.')
  expect(await jobNow()).toEqual({ status: 'SCHEDULED' })
  await press('Undo')
  await shows('The job is cancelled.')
  expect([null, { status: 'CANCELLED' }]).toContainEqual(await jobNow())
})

test('an admin undoes a finding that was opened by mistake', async () => {
  const { page } = dashboard
  const { assets } = await ask('{ assets(first: 1) { nodes { id } } }')
  const count = async () =>
    (await ask('{ findings(filter: { search: "Opened by mistake" }) { totalCount } }')).findings
      .totalCount
  await goSignedIn(`assets/${assets.nodes[0].id}`, ADMIN)
  await page.getByLabel('What is wrong').fill('Opened by mistake')
  await press('Open a finding')
  await shows('“Opened by mistake” is open.')
  expect(await count()).toBe(1)
  await press('Undo')
  await shows('The finding is removed.')
  expect(await count()).toBe(0)
})

test('a finding is kept if its session ends while it is sent, and sent after the next sign-in', async () => {
  const { page } = dashboard
  const { assets } = await ask('{ assets(first: 1) { nodes { id } } }')
  const title = 'Opened without a session'
  await goSignedIn(`assets/${assets.nodes[0].id}`, ADMIN)
  await page.getByLabel('What is wrong').fill(title)
  const errors = [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }]
  await page.route('**/graphql', (route) => route.fulfill({ json: { errors } }))
  await press('Open a finding')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.unroute('**/graphql')
  await signIn(page, ADMIN)
  await page.getByRole('link', { name: title }).waitFor()
  const query = 'query ($search: String) { findings(filter: { search: $search }) { totalCount } }'
  expect((await ask(query, { search: title })).findings.totalCount).toBe(1)
})

test.each([
  ['Resolve', 'Resolution', 'RESOLVED', 'resolved'],
  ['Accept', 'Reason', 'ACCEPTED', 'accepted'],
])('%s of a finding is undone', async (button, label, status, done) => {
  const { page } = dashboard
  const { assets } = await ask('{ assets(first: 1) { nodes { id } } }')
  const title = `The lamp is ${done} by mistake`
  const { createFinding } = await ask(
    'mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }',
    { input: { assetId: assets.nodes[0].id, title, severity: 'LOW' } },
  )
  const { id } = createFinding.finding
  const findingNow = async () =>
    (await ask('query ($id: ID!) { finding(id: $id) { status resolution } }', { id })).finding
  await goSignedIn(`findings/${id}`, ADMIN)
  await press(button)
  const dialog = page.getByRole('dialog', { name: button })
  await dialog.getByLabel(label).fill('The lamp is old')
  await dialog.getByRole('button', { name: button }).click()
  await shows(`“${title}” is ${done}.`)
  expect(await findingNow()).toEqual({ status, resolution: 'The lamp is old' })
  await press('Undo')
  await shows(`“${title}” is open again.`)
  expect(await findingNow()).toEqual({ status: 'OPEN', resolution: null })
})

test('the list begins with open findings, unless a click on the heading sorts by the status', async () => {
  const { page } = dashboard
  const { assets } = await ask('{ assets(first: 1) { nodes { id } } }')
  const create = async (title: string) => {
    const { createFinding } = await ask(
      'mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }',
      { input: { assetId: assets.nodes[0].id, title, severity: 'LOW' } },
    )
    return createFinding.finding.id as string
  }
  const ids = [await create('A hinge is loose'), await create('A lock is stiff')]
  await ask(
    'mutation ($id: ID!) { acceptFinding(input: { id: $id, resolution: "It closes." }) { userErrors { message } } }',
    { id: ids[0] },
  )
  await goSignedIn(`findings?ids=${ids.join(',')}&sort=CREATED_AT`, ADMIN)
  const titles = () => page.locator('.records tbody th').allInnerTexts()
  await expect.poll(titles).toEqual(['A lock is stiff', 'A hinge is loose'])
  await press('Status')
  await press('Status')
  await expect.poll(() => page.url()).toContain('sort=STATUS&descending=yes')
  await expect.poll(titles).toEqual(['A hinge is loose', 'A lock is stiff'])
  for (const id of ids)
    await ask('mutation ($id: ID!) { removeFinding(input: { id: $id }) { finding { id } } }', {
      id,
    })
})
