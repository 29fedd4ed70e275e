import { beforeAll, expect, test } from 'vitest'
import { type Ask, askAs } from './ask.js'
import { useDashboard } from './dashboard-page.js'
import { newAsset } from './new-asset.js'
import { ADMIN, TECHNICIAN } from './dashboard.js'

const dashboard = useDashboard()
const { goSignedIn, go, shows, press } = dashboard
let ask: Ask
beforeAll(async () => {
  ask = await askAs(ADMIN)
})

/** A checklist with these yes-or-no questions. */
async function newChecklist(name: string, texts: readonly string[] = []): Promise<string> {
  const questions = texts.map((text) => ({ kind: 'YES_NO', text }))
  const { createChecklist } = await ask(
    'mutation ($input: CreateChecklistInput!) { createChecklist(input: $input) { checklist { id } } }',
    { input: { name, sections: [{ name: 'Look', questions }] } },
  )
  return createChecklist.checklist.id
}
const checklist = async (id: string) =>
  (
    await ask(
      `query ($id: ID!) { checklist(id: $id) { name version updatedAt sections { name questions {
        questionId kind text critical minimum maximum unit showIf { allOf { questionId isOneOf } } } } } }`,
      { id },
    )
  ).checklist
const textsOf = async (id: string) =>
  (await checklist(id)).sections.map((section: { questions: { text: string }[] }) =>
    section.questions.map(({ text }) => text),
  )
const idInAddress = () => /checklists\/([0-9a-f-]{36})/.exec(dashboard.page.url())?.[1] ?? ''
/** The inputs of a question, by its number in the checklist. */
const card = (number: number) => dashboard.page.locator('.question-card').nth(number - 1)
const field = (number: number, label: string) => card(number).getByLabel(label, { exact: true })
const preview = () =>
  dashboard.page.getByRole('region', { name: 'As the inspector is asked' }).locator('legend')

test('an admin makes a checklist with a condition and a critical question, and an inspection fails by it', async () => {
  const { page } = dashboard
  // Other files count the asset types.
  const { assetTypes } = await ask(`{
    assetTypes(filter: { search: "Safety sign" }) { nodes { id checklist { id } } } }`)
  const [{ id: typeId, checklist: before }] = assetTypes.nodes
  const asset = await newAsset(ask, { typeId })
  await goSignedIn('')
  await page.getByRole('link', { name: 'Checklists' }).click()
  await page.getByRole('link', { name: 'New checklist' }).click()
  // The list has a field with the label "Name", too.
  await page.getByRole('heading', { level: 1, name: 'New checklist' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ladders, yearly')
  await page.getByLabel('Name of section 1').fill('Look')
  await press('Add a question')
  await page.keyboard.type('Is it made of wood?')
  await field(1, 'Choice 2').fill('No, of metal')
  await field(1, 'Fails').nth(1).uncheck()
  await press('Add a question')
  await field(2, 'Kind').selectOption('NUMBER')
  await field(2, 'Question').fill('How moist is the wood?')
  await field(2, 'Unit').fill('%')
  await field(2, 'Fails above').fill('20')
  await field(2, 'Shown').selectOption('If all of these conditions hold')
  await field(2, 'The answer to').selectOption('Is it made of wood?')
  await field(2, 'Yes').check()
  await field(2, 'Critical: a failing answer fails the inspection').check()
  await field(2, 'A failing answer opens a finding').selectOption('HIGH')
  await press('Add a question')
  await field(3, 'Kind').selectOption('CHOICE')
  await field(3, 'Question').fill('How many people use it?')
  await field(3, 'Choice 1').fill('One')
  await expect.poll(() => preview().count()).toBe(2)
  await press('Create')
  // The service has no name for the second choice; the other fields are correct.
  await expect
    .poll(() => page.locator('.field:has(.error)').allTextContents())
    .toEqual(['Choice 2A value is required.'])
  expect(await page.evaluate('document.activeElement.name')).toBe('choices.1.label')
  await page.keyboard.type('Several')
  const inPreview = page.getByRole('region', { name: 'As the inspector is asked' })
  await inPreview.getByRole('radio', { name: 'Yes' }).check()
  await expect.poll(() => preview().count()).toBe(3)
  await press('Create')
  await shows('“Ladders, yearly” is created.')
  const { version, sections } = await checklist(idInAddress())
  expect(version).toBe(1)
  const [wood, moisture] = sections[0].questions
  expect(moisture).toMatchObject({ kind: 'NUMBER', critical: true, maximum: 20, unit: '%' })
  expect(moisture.showIf.allOf).toEqual([{ questionId: wood.questionId, isOneOf: ['YES'] }])

  const id = idInAddress()
  const picker = page.getByRole('combobox', { name: 'Use it for one more asset type' })
  await picker.pressSequentially('Safety')
  await page.locator('option[value="Safety sign"]').waitFor({ state: 'attached' })
  await picker.fill('Safety sign')
  await picker.blur()
  await shows('Inspections of Safety sign ask “Ladders, yearly”, not “Safety sign checklist”.')
  await page.getByRole('link', { name: /^\d+ assets$/ }).waitFor()
  await go(`assets/${asset}`)
  await page.locator('summary', { hasText: 'Ladders, yearly' }).click()
  const group = (name: string) => page.getByRole('group', { name })
  expect(await group('How moist is the wood?').count()).toBe(0)
  await group('Is it made of wood?').getByLabel('Yes').check()
  await group('How moist is the wood?').getByRole('textbox').fill('35')
  await group('How many people use it?').getByLabel('Several').check()
  await press('Record the answers')
  await shows('The inspection is recorded.')
  await page.locator('.heading').getByText('Defective').waitFor()
  await page.getByRole('link', { name: '1 inspection', exact: true }).click()
  const row = page.locator('.records tbody tr')
  await expect.poll(() => row.innerText()).toContain('Failed')
  await go(`checklists/${id}`)
  const figures = page.getByRole('row', { name: /How moist is the wood/ })
  await expect.poll(() => figures.innerText()).toMatch(/1\s+1 \(100 %\), findings\s+0\s+35 %/)
  await figures.getByRole('link', { name: 'findings' }).click()
  await shows('1 finding')
  await ask(
    'mutation ($input: UpdateAssetTypeInput!) { updateAssetType(input: $input) { userErrors { message } } }',
    { input: { id: typeId, checklistId: before.id } },
  )
})

test('an inspection of a type that enforces the order is answered in order, and a note may follow later', async () => {
  const { page } = dashboard
  // The second company of the demo: no other test counts its records.
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const create = async (verb: string, record: string, input: object) => {
    const name = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Input`
    const data = await own(
      `mutation ($input: ${name}!) { ${verb}(input: $input) { ${record} { id } userErrors { message } } }`,
      { input },
    )
    return data[verb][record].id as string
  }
  const questions = ['Is it cold?', 'Is it quiet?'].map((text) => ({
    ...{ kind: 'YES_NO', text, required: true, requireNoteWhenFailing: true },
  }))
  const sections = [{ name: 'Look', questions }]
  const checklistId = await create('createChecklist', 'checklist', { name: 'Pumps', sections })
  const typeId = await create('createAssetType', 'assetType', {
    ...{ name: 'Pump', shortCode: 'PU', checklistId, enforceChecklistOrder: true },
  })
  const { zones } = await own('{ zones(first: 1) { nodes { id } } }')
  const id = await create('createAsset', 'asset', { zoneId: zones.nodes[0].id, typeId })

  await goSignedIn(`assets/${id}`, user)
  await page.locator('summary', { hasText: 'Pumps' }).click()
  const group = (name: string) => page.getByRole('group', { name })
  const [cold, quiet] = [group('Is it cold?'), group('Is it quiet?')]
  await quiet.getByLabel('Yes').check()
  await cold.getByLabel('No').check()
  await cold.getByLabel('Note, required because the answer fails').fill('Warm')
  await press('Record the answers')
  await expect
    .poll(() => quiet.locator('.error').allInnerTexts())
    .toEqual(['An earlier question was answered later.'])
  expect(await cold.locator('.error').count()).toBe(0)

  await quiet.getByLabel('No').check()
  await quiet.getByLabel('Yes').check()
  // The note is later than the answer to the second question.
  await cold.getByLabel('Note, required because the answer fails').fill('Warm to the touch')
  await press('Record the answers')
  await shows('The inspection is recorded.')
  const query = `query ($id: ID!) { asset(id: $id) { inspections { nodes { answers { value note } } } } }`
  const { asset } = await own(query, { id })
  expect(asset.inspections.nodes).toEqual([
    {
      answers: [
        { value: 'NO', note: 'Warm to the touch' },
        { value: 'YES', note: null },
      ],
    },
  ])
})

test('questions move by buttons and by keys, also between sections, and a change of them is a new version', async () => {
  const { page } = dashboard
  const id = await newChecklist('Moves', ['One?', 'Two?', 'Three?'])
  await goSignedIn(`checklists/${id}/edit`)
  const order = () => page.locator('.question-card summary strong').allInnerTexts()
  const focused = () => page.evaluate('document.activeElement.ariaLabel')
  await page.getByRole('button', { name: 'Question 3: move up' }).focus()
  await page.keyboard.press('Enter')
  expect(await order()).toEqual(['1. One?', '2. Three?', '3. Two?'])
  expect(await focused()).toBe('Question 2: move up')
  await shows('“Three?” is now question 2 of 3.')
  await press('Add a section')
  await page.getByLabel('Name of section 2').fill('Measure')
  await page.locator('summary', { hasText: 'Two?' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  // In another section, the question has new elements.
  const measure = page.getByRole('region', { name: 'Section 2', exact: true })
  await measure.getByText('3. Two?').waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('button', { name: 'Question 1: remove' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Question 2: remove' }).click()
  await press('Save')
  await shows('“Moves” is saved: inspectors answer version 2 from now on.')
  expect(await textsOf(id)).toEqual([['One?'], ['Two?']])
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Moved')
  await press('Save')
  await shows('“Moved” is saved. Its questions are still version 2.')
})

test('shows what the service rejects at the fields of the question, also after it has moved', async () => {
  const { page } = dashboard
  const id = await newChecklist('Rejected', ['One?', 'Two?'])
  await goSignedIn(`checklists/${id}/edit`)
  await card(2).locator('summary').click()
  await field(2, 'Question').fill('')
  await field(2, 'Weight in the score').fill('5000')
  await field(2, 'Shown').selectOption('If any of these conditions holds')
  await press('Save')
  const errors = card(2).locator('.error')
  await expect.poll(() => errors.count()).toBe(3)
  const [text, weight, condition] = await errors.allInnerTexts()
  expect(text).toBe('A value is required.')
  expect(weight).toContain('1000')
  expect(condition).toBe('At least one value is required.')
  expect(await page.evaluate('document.activeElement.name')).toBe('text')
  await page.getByRole('button', { name: 'Question 2: move up' }).click()
  await expect.poll(() => card(1).locator('.error').allInnerTexts()).toContain(text)
  await field(1, 'Question').fill('Zero?')
  await field(1, 'Weight in the score').fill('1.5')
  await press('Save')
  // GraphQL rejects a number of the wrong type, before the rules of the service.
  await expect
    .poll(() => card(1).locator('.error').allInnerTexts())
    .toEqual([expect.stringContaining('Int')])
  dashboard.complaints = dashboard.complaints.filter((text) => !text.includes('400'))
  await field(1, 'Weight in the score').fill('2')
  await press('Save')
  // The question of the condition is no longer an earlier one.
  await expect
    .poll(() => card(1).locator('.error').allInnerTexts())
    .toEqual([expect.stringContaining('No earlier question has this id.')])
  await card(1).getByRole('button', { name: 'Remove the condition' }).click()
  await press('Save')
  await shows('inspectors answer version 2 from now on.')
  expect(await textsOf(id)).toEqual([['Zero?', 'One?']])
})

test('another user has changed the checklist: what was edited here too is a choice, the rest is taken', async () => {
  const { page } = dashboard
  const id = await newChecklist('Shared', ['One?'])
  await goSignedIn(`checklists/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await card(1).locator('summary').click()
  await field(1, 'Question').fill('Mine?')
  const { sections } = await checklist(id)
  const [{ questionId }] = sections[0].questions
  const questions = ['Theirs?', 'Another?'].map((text, index) => ({
    ...{ kind: 'YES_NO', text },
    ...(index === 0 && { questionId }),
  }))
  const theirs = { name: 'Theirs', passPercentage: 70, sections: [{ name: 'Look', questions }] }
  await ask(
    'mutation ($input: UpdateChecklistInput!) { updateChecklist(input: $input) { userErrors { message } } }',
    { input: { id, ...theirs } },
  )
  await press('Save')
  await shows('Another user has changed this checklist.')
  const conflict = (name: string) => page.getByRole('group', { name: `${name}: two values` })
  await conflict('Questions').getByText('1 question changed, 1 question added').waitFor()
  expect(await page.getByLabel('Score that passes').inputValue()).toBe('70')
  await press('Save')
  await shows('Choose a value for each marked field')
  await conflict('Name').getByRole('button', { name: 'Keep mine' }).click()
  await conflict('Questions').getByRole('button', { name: 'Take theirs' }).click()
  await card(2).getByText('Another?').waitFor()
  await press('Save')
  await shows('“Mine” is saved. Its questions are still version 2.')
  expect(await checklist(id)).toMatchObject({ name: 'Mine', version: 2 })
  expect(await textsOf(id)).toEqual([['Theirs?', 'Another?']])
})

test('a checklist is copied, and removed with a way back', async () => {
  const { page } = dashboard
  const id = await newChecklist('Original', ['One?'])
  await goSignedIn(`checklists/${id}`)
  await page.getByRole('link', { name: 'Copy', exact: true }).click()
  await page.getByLabel('Name of the copy').fill('The copy')
  await press('Copy')
  await page.getByRole('heading', { name: 'Edit checklist' }).waitFor()
  const copy = idInAddress()
  expect(await textsOf(copy)).toEqual([['One?']])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'The copy' }).waitFor()
  await press('Remove')
  await shows('“The copy” is removed.')
  await expect.poll(() => checklist(copy)).toBeNull()
  await press('Undo')
  await shows('“The copy” is restored.')
  expect(await checklist(copy)).not.toBeNull()
})

test('a new checklist and its new name are undone; a new version is not', async () => {
  const { page } = dashboard
  // The second company of the demo: no other test counts its records.
  const user = 'admin@summit.example'
  const own = await askAs(user)
  const now = async (id: string) =>
    (await own('query ($id: ID!) { checklist(id: $id) { name passPercentage version } }', { id }))
      .checklist
  await goSignedIn('', user)
  await page.getByRole('link', { name: 'Checklists' }).click()
  await page.getByRole('link', { name: 'New checklist' }).click()
  // The list has a field with the label "Name", too.
  await page.getByRole('heading', { level: 1, name: 'New checklist' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Gates')
  await page.getByLabel('Name of section 1').fill('Look')
  await press('Add a question')
  await page.keyboard.type('Does it close?')
  await press('Create')
  await shows('“Gates” is created.')
  await page.getByRole('heading', { level: 1, name: 'Gates' }).waitFor()
  const id = idInAddress()
  const before = await now(id)
  await press('Undo')
  await shows('“Gates” is removed.')
  await page.getByRole('heading', { level: 1, name: 'Checklists' }).waitFor()
  expect(await now(id)).toBeNull()
  await press('Undo')
  await shows('“Gates” is restored.')

  const edit = async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit checklist' }).waitFor()
  }
  await page.getByRole('link', { name: 'Gates' }).click()
  await edit()
  await page.getByLabel('Name', { exact: true }).fill('Doors')
  await press('Save')
  await shows('“Doors” is saved. Its questions are still version 1.')
  expect(await now(id)).toEqual({ ...before, name: 'Doors' })
  await press('Undo')
  await shows('It is as it was before.')
  expect(await now(id)).toEqual(before)
  await page.getByRole('heading', { level: 1, name: 'Gates' }).waitFor()

  await edit()
  await page.getByLabel('Score that passes').fill('55')
  await press('Save')
  await shows('inspectors answer version 2 from now on.')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

test('a technician reads checklists, and has no page to change them', async () => {
  const { page } = dashboard
  const id = await newChecklist('Read only', ['One?'])
  await goSignedIn(`checklists/${id}`, TECHNICIAN)
  await shows('As the inspector is asked')
  for (const path of [`checklists/${id}/edit`, `checklists/${id}`, 'checklists']) {
    await go(path)
    await page.getByRole('heading', { level: 1, name: /Read only|Checklists/ }).waitFor()
    expect(await page.getByRole('link', { name: /^(Edit|Copy|New checklist)$/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Save|Remove)$/ }).count()).toBe(0)
  }
})
