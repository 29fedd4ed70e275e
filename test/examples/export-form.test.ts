import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCompany, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { runMutation } from '../graphql/mutations/run-mutation.js'
import { scriptsOf } from './script-runs.js'

const db = testDatabase()

type Row = Readonly<Record<string, string>>

const KINDS = ['yesNo', 'choice', 'multi', 'number', 'text', 'date', 'photo', 'note'] as const
const ids = Object.fromEntries(KINDS.map((kind) => [kind, newUuid()])) as Record<
  (typeof KINDS)[number],
  string
>
const nameOf = (id: string) => `q_${id.replaceAll('-', '_')}`
const q = Object.fromEntries(
  Object.entries(ids).map(([kind, id]) => [kind, nameOf(id)]),
) as typeof ids

/** A text question that a condition shows, and the expression that the form must have for it. */
const CONDITIONS: readonly (readonly [object, string])[] = [
  [{ questionId: ids.yesNo, isOneOf: ['YES'] }, `selected(\${${q.yesNo}}, 'YES')`],
  [
    { questionId: ids.choice, isOneOf: ['Dry powder', "Chief's own"] },
    `(selected(\${${q.choice}}, 'Dry_powder') or selected(\${${q.choice}}, 'Chief_s_own'))`,
  ],
  [
    { questionId: ids.choice, isNotOneOf: ['Dry powder'] },
    `\${${q.choice}} != '' and not(selected(\${${q.choice}}, 'not_applicable')) and not(selected(\${${q.choice}}, 'Dry_powder'))`,
  ],
  [
    { questionId: ids.multi, isNotOneOf: ['Rust', 'Dents'] },
    `\${${q.multi}} != '' and not((selected(\${${q.multi}}, 'Rust') or selected(\${${q.multi}}, 'Dents')))`,
  ],
  [
    { questionId: ids.number, between: { from: '-1.5', to: '+4' } },
    `\${${q.number}} != '' and \${${q.number}} >= -1.5 and \${${q.number}} <= 4`,
  ],
  [
    { questionId: ids.number, between: { to: '4' } },
    `\${${q.number}} != '' and \${${q.number}} <= 4`,
  ],
  [
    { questionId: ids.date, between: { from: '2027-01-31' } },
    `\${${q.date}} != '' and \${${q.date}} >= date('2027-01-31')`,
  ],
  [{ questionId: ids.text, isAnswered: true }, `\${${q.text}} != ''`],
  [{ questionId: ids.number, isAnswered: false }, `not(\${${q.number}} != '')`],
  [
    { questionId: ids.choice, isAnswered: true },
    `\${${q.choice}} != '' and not(selected(\${${q.choice}}, 'not_applicable'))`,
  ],
]

const CHECKLIST = {
  name: 'Extinguisher, monthly',
  sections: [
    {
      name: 'Outside',
      questions: [
        { questionId: ids.yesNo, kind: 'YES_NO', text: 'Is the seal intact?', required: true },
        {
          ...{ questionId: ids.choice, kind: 'CHOICE', text: 'What does it contain?' },
          allowNotApplicable: true,
          choices: [{ label: 'Dry powder' }, { label: "Chief's own", fails: true }],
          requireNoteWhenFailing: true,
        },
        {
          ...{ questionId: ids.multi, kind: 'MULTI_CHOICE', text: 'Which damage?' },
          choices: [{ label: 'Rust', fails: true }, { label: 'Dents' }],
          requirePhotoWhenFailing: true,
        },
        {
          ...{ questionId: ids.number, kind: 'NUMBER', text: 'What does the gauge show?' },
          ...{ hint: 'Read it at eye level.', unit: 'bar', minimum: 10, maximum: 14.5 },
        },
      ],
    },
    {
      name: 'Label',
      questions: [
        { questionId: ids.text, kind: 'TEXT', text: 'Who signed ${it}?' },
        {
          ...{ questionId: ids.date, kind: 'DATE', text: 'Last service?' },
          ...{ required: true, allowNotApplicable: true },
        },
        { questionId: ids.photo, kind: 'PHOTO', text: 'The label', minimumCount: 2 },
        {
          ...{ questionId: ids.note, kind: 'INSTRUCTION', text: 'Sign the label.', required: true },
          showIf: {
            anyOf: [
              { questionId: ids.yesNo, isOneOf: ['NO'] },
              { questionId: ids.text, isAnswered: true },
            ],
          },
        },
      ],
    },
    {
      name: 'Conditions',
      questions: [
        ...CONDITIONS.map(([condition], index) => ({
          ...{ kind: 'TEXT', text: `Condition ${index}` },
          showIf: { allOf: [condition] },
        })),
        {
          ...{ kind: 'DATE', text: 'All conditions', allowNotApplicable: true },
          showIf: {
            allOf: [
              { questionId: ids.yesNo, isOneOf: ['NO'] },
              { questionId: ids.text, isAnswered: true },
            ],
          },
        },
      ],
    },
  ],
}

async function readRows(path: string, sheet: string): Promise<Row[]> {
  const [header = [], ...rows] = await readSheet(path, sheet)
  return rows.map((row) =>
    Object.fromEntries(
      row.flatMap((cell, index) => (cell === null ? [] : [[String(header[index]), String(cell)]])),
    ),
  )
}

let company: TestCompany
let checklist: { readonly id: string }
beforeAll(async () => {
  company = await newCompany(db)
  const { admin } = company
  const created = await runMutation(admin, 'createChecklist', CHECKLIST, 'checklist { id }')
  checklist = created.checklist as typeof checklist
})

async function exported(key: string) {
  const { run, folder } = await scriptsOf(company)
  const path = join(folder, 'form.xlsx')
  const { status, stderr } = await run('export-form', key, '--output', path)
  expect([status, stderr]).toEqual([0, expect.stringContaining('Signed in')])
  const [survey, choices, settings] = await Promise.all(
    ['survey', 'choices', 'settings'].map((sheet) => readRows(path, sheet)),
  )
  return { survey: survey ?? [], choices, settings }
}

/** The sheets of the checklist's form, exported once. */
let sheets: ReturnType<typeof exported> | undefined
const form = () => (sheets ??= exported(checklist.id))

/** The row of a question, and those that belong to it. */
const rowsOf = async (kind: (typeof KINDS)[number]) =>
  (await form()).survey.filter(({ name }) => name?.startsWith(q[kind]))

describe('fis export-form', () => {
  test('writes a group for each section', async () => {
    const { survey } = await form()
    expect(survey.filter(({ type }) => /group/.test(type ?? ''))).toEqual([
      { type: 'begin_group', name: 'section_1', label: 'Outside', appearance: 'field-list' },
      { type: 'end_group' },
      { type: 'begin_group', name: 'section_2', label: 'Label', appearance: 'field-list' },
      { type: 'end_group' },
      { type: 'begin_group', name: 'section_3', label: 'Conditions', appearance: 'field-list' },
      { type: 'end_group' },
    ])
    const names = survey.flatMap(({ name }) => name ?? [])
    expect(new Set(names).size).toBe(names.length)
  })

  test('writes questions with choices, and what a failing answer needs', async () => {
    expect(await rowsOf('yesNo')).toEqual([
      { type: 'select_one yes_no', name: q.yesNo, label: 'Is the seal intact?', required: 'yes' },
    ])
    expect(await rowsOf('choice')).toEqual([
      { type: `select_one ${q.choice}`, name: q.choice, label: 'What does it contain?' },
      {
        ...{ type: 'text', name: `${q.choice}_note`, label: 'Note: What does it contain?' },
        required: 'yes',
        relevant: `selected(\${${q.choice}}, 'Chief_s_own')`,
      },
    ])
    expect(await rowsOf('multi')).toEqual([
      { type: `select_multiple ${q.multi}`, name: q.multi, label: 'Which damage?' },
      {
        ...{ type: 'image', name: `${q.multi}_photo`, label: 'Photograph: Which damage?' },
        required: 'yes',
        relevant: `selected(\${${q.multi}}, 'Rust')`,
      },
    ])
    expect((await form()).choices).toEqual([
      { list_name: 'yes_no', name: 'YES', label: 'Yes' },
      { list_name: 'yes_no', name: 'NO', label: 'No' },
      { list_name: q.choice, name: 'Dry_powder', label: 'Dry powder' },
      { list_name: q.choice, name: 'Chief_s_own', label: "Chief's own" },
      { list_name: q.choice, name: 'not_applicable', label: 'Not applicable' },
      { list_name: q.multi, name: 'Rust', label: 'Rust' },
      { list_name: q.multi, name: 'Dents', label: 'Dents' },
    ])
  })

  test('writes numbers with their unit and bounds', async () => {
    const [number, confirmation, ...others] = await rowsOf('number')
    expect(number).toEqual({
      ...{ type: 'decimal', name: q.number, label: 'What does the gauge show?' },
      hint: 'Read it at eye level.\nbar',
      constraint: `(. >= 10 and . <= 14.5) or \${${q.number}_confirmed} = 'OK'`,
      constraint_message:
        'Expected: at least 10, at most 14.5 bar. Correct the number, or confirm it below: then the answer fails.',
    })
    expect(confirmation).toEqual({
      ...{ type: 'acknowledge', name: `${q.number}_confirmed` },
      label: 'The number is correct: What does the gauge show?',
      relevant: `\${${q.number}} != '' and not(\${${q.number}} >= 10 and \${${q.number}} <= 14.5)`,
    })
    expect(others).toEqual([])
  })

  test('writes texts, dates, photographs and instructions', async () => {
    expect(await rowsOf('text')).toEqual([
      { type: 'text', name: q.text, label: 'Who signed $ {it}?', appearance: 'multiline' },
    ])
    const checkbox = `${q.date}_not_applicable`
    expect(await rowsOf('date')).toEqual([
      { type: 'acknowledge', name: checkbox, label: 'Not applicable: Last service?' },
      {
        ...{ type: 'date', name: q.date, label: 'Last service?', required: 'yes' },
        relevant: `not(\${${checkbox}} = 'OK')`,
      },
    ])
    expect(await rowsOf('photo')).toEqual([
      { type: 'image', name: q.photo, label: 'The label (1 of 2)' },
      { type: 'image', name: `${q.photo}_2`, label: 'The label (2 of 2)' },
    ])
    expect(await rowsOf('note')).toEqual([
      {
        ...{ type: 'note', name: q.note, label: 'Sign the label.' },
        relevant: `((selected(\${${q.yesNo}}, 'NO')) or (\${${q.text}} != ''))`,
      },
    ])
  })

  test.each(CONDITIONS.map(([condition, relevant], index) => ({ condition, relevant, index })))(
    'writes the condition $condition',
    async ({ index, relevant }) => {
      const { survey } = await form()
      const row = survey.find(({ label }) => label === `Condition ${index}`)
      expect(row?.['relevant']).toBe(`(${relevant})`)
    },
  )

  test('combines conditions with each other and with “not applicable”', async () => {
    const { survey } = await form()
    const [checkbox, date] = survey.filter(({ label }) => label?.includes('All conditions'))
    const both = `(selected(\${${q.yesNo}}, 'NO')) and (\${${q.text}} != '')`
    expect(checkbox?.['relevant']).toBe(both)
    expect(date?.['relevant']).toBe(`${both} and not(\${${checkbox?.['name']}} = 'OK')`)
  })

  test('names the form, and its version', async () => {
    expect((await form()).settings).toEqual([
      {
        form_title: 'Extinguisher, monthly',
        form_id: `checklist_${checklist.id.replaceAll('-', '_')}`,
        version: '1',
      },
    ])
  })

  test('finds the checklist by its name, ignoring case, unless several have it', async () => {
    expect(await exported('extinguisher, MONTHLY')).toEqual(await form())
    const { run } = await scriptsOf(company)
    expect(await run('export-form', 'Extinguisher')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no checklist "Extinguisher".'),
    })
    await runMutation(company.admin, 'createChecklist', { name: 'Gate' }, 'checklist { id }')
    await runMutation(company.admin, 'createChecklist', { name: 'gate' }, 'checklist { id }')
    expect(await run('export-form', 'Gate')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('2 checklists have the name "Gate". Use the id.'),
    })
  })

  test('does not find the checklist of another company', async () => {
    const { run } = await scriptsOf(await newCompany(db))
    expect(await run('export-form', checklist.id)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no checklist'),
    })
  })
})
