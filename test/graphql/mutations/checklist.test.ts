import { describe, expect, it } from 'vitest'
import { v7 as newUuid } from 'uuid'
import { newAssetType, newChecklist, newCompany } from '../../support/builders.js'
import { checklistSections } from '../../support/checklists.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { errorCodesOf, runMutation } from './run-mutation.js'

const db = testDatabase()

const QUESTIONS = `questions { questionId kind text hint required weight critical allowNotApplicable requireNoteWhenFailing
  requirePhotoWhenFailing opensFinding choices { value label fails points } unit minimum maximum minimumCount
  showIf { allOf { questionId isOneOf isNotOneOf between { from to } isAnswered } anyOf { questionId between { from to } } } }`
const CHECKLIST = `checklist { id version versionId checksCount passPercentage name sections { name ${QUESTIONS} } }`

const question = (more: object) => ({ kind: 'YES_NO', text: 'Is it whole?', ...more })
const sections = (...questions: object[]) => [{ name: 'All', questions }]
const condition = (questionId: string, more: object) => ({ questionId, ...more })

describe('createChecklist', () => {
  it('stores every kind of question with all that it has', async () => {
    const company = await newCompany(db)
    const given = checklistSections()
    const input = { name: 'Doors', passPercentage: 80, sections: given }
    const { checklist } = await runMutation(company.admin, 'createChecklist', input, CHECKLIST)
    expect(checklist).toMatchObject({
      name: 'Doors',
      version: 1,
      checksCount: 7,
      passPercentage: 80,
    })
    const { questions } = checklist.sections[0]
    expect(questions[0].choices).toEqual([
      { value: 'YES', label: 'Yes', fails: false, points: 1 },
      { value: 'NO', label: 'No', fails: true, points: 0 },
    ])
    expect(questions[1]).toEqual({
      ...given[0]?.questions[1],
      ...{ unit: null, minimum: null, maximum: null, minimumCount: null, showIf: null },
    })
    expect(questions[3]).toMatchObject({ unit: 'mm', minimum: 1.5, maximum: 3, choices: [] })
    const [text, date] = checklist.sections[1].questions
    expect(text.showIf.allOf[2]).toMatchObject({ between: { from: '1', to: '5' }, isOneOf: null })
    expect(date.showIf).toEqual({
      allOf: null,
      anyOf: [{ questionId: expect.any(String), between: { from: '2', to: null } }],
    })
  })

  it('copies the newest version of another checklist', async () => {
    const company = await newCompany(db)
    const input = { name: 'Doors', passPercentage: 80, sections: checklistSections() }
    const first = await runMutation(company.admin, 'createChecklist', input, CHECKLIST)
    const copy = { name: 'Gates', copyOf: first.checklist.id }
    const { checklist } = await runMutation(company.admin, 'createChecklist', copy, CHECKLIST)
    expect(checklist).toEqual({
      ...first.checklist,
      id: checklist.id,
      versionId: checklist.versionId,
      name: 'Gates',
    })
    const stranger = await newCompany(db)
    expect(await errorCodesOf(stranger.admin, 'createChecklist', copy)).toEqual([
      'NOT_FOUND copyOf',
    ])
  })

  it('names all mistakes together', async () => {
    const company = await newCompany(db)
    const id = newUuid()
    const later = newUuid()
    const choices = [{ label: 'A' }, { label: 'A' }]
    const input = {
      name: ' ',
      passPercentage: 101,
      sections: sections(
        question({ questionId: id, weight: -1, unit: 'mm', minimumCount: 2 }),
        question({ questionId: id, choices: [{ label: 'Yes' }, { label: 'No' }] }),
        question({ kind: 'CHOICE', choices }),
        question({ kind: 'MULTI_CHOICE' }),
        question({ kind: 'TEXT', choices, text: '' }),
        question({ kind: 'NUMBER', minimum: 3, maximum: 2 }),
        question({ showIf: {} }),
        question({ showIf: { allOf: [condition(later, { isAnswered: true })] } }),
        question({
          questionId: later,
          showIf: { anyOf: [condition(id, { isOneOf: ['MAYBE'], isAnswered: true })] },
        }),
        question({ showIf: { anyOf: [condition(id, { between: { from: '1' } })] } }),
        question({ questionId: 'x' }),
      ),
    }
    const at = (path: string) => `sections.0.questions.${path}`
    expect((await errorCodesOf(company.admin, 'createChecklist', input)).sort()).toEqual(
      [
        'REQUIRED name',
        'OUT_OF_RANGE passPercentage',
        `OUT_OF_RANGE ${at('0.weight')}`,
        `INVALID ${at('0.unit')}`,
        `INVALID ${at('0.minimumCount')}`,
        `TAKEN ${at('1.questionId')}`,
        `INVALID ${at('1.choices')}`,
        `TAKEN ${at('2.choices.1.value')}`,
        `REQUIRED ${at('3.choices')}`,
        `INVALID ${at('4.choices')}`,
        `REQUIRED ${at('4.text')}`,
        `OUT_OF_RANGE ${at('5.maximum')}`,
        `REQUIRED ${at('6.showIf')}`,
        `NOT_FOUND ${at('7.showIf.allOf.0.questionId')}`,
        `REQUIRED ${at('8.showIf.anyOf.0')}`,
        `INVALID ${at('8.showIf.anyOf.0.isOneOf.0')}`,
        `INVALID ${at('9.showIf.anyOf.0.between')}`,
        `INVALID ${at('10.questionId')}`,
      ].sort(),
    )
  })
})

describe('updateChecklist', () => {
  it('adds a version only if the questions or the pass percentage change', async () => {
    const company = await newCompany(db)
    const input = { name: 'Doors', sections: checklistSections() }
    const { checklist: first } = await runMutation(
      company.admin,
      'createChecklist',
      input,
      CHECKLIST,
    )
    const update = async (change: object) =>
      (await runMutation(company.admin, 'updateChecklist', { id: first.id, ...change }, CHECKLIST))
        .checklist
    expect(await update({ name: 'Gates' })).toEqual({ ...first, name: 'Gates' })
    expect(await update({ sections: input.sections, passPercentage: 100 })).toEqual({
      ...first,
      name: 'Gates',
    })
    expect(await update({ passPercentage: 70 })).toMatchObject({
      version: 2,
      passPercentage: 70,
      sections: first.sections,
    })
    const { version, checksCount, versionId } = await update({ sections: sections(question({})) })
    expect({ version, checksCount }).toEqual({ version: 3, checksCount: 1 })
    const { data } = await graph(company.technician)(
      `{ first: node(id: "${first.versionId}") { ...on ChecklistVersion { number sections { questions { text } } checklist { version } } }
         third: node(id: "${versionId}") { ...on ChecklistVersion { number createdBy { databaseId } } } }`,
    )
    expect(data.first).toMatchObject({ number: 1, checklist: { version: 3 } })
    expect(
      data.first.sections.flatMap(({ questions }: { questions: object[] }) => questions),
    ).toHaveLength(8)
    expect(data.third).toEqual({
      number: 3,
      createdBy: { databaseId: company.admin.viewer.userId },
    })
  })

  it('leaves a list of versions, with what each has changed', async () => {
    const company = await newCompany(db)
    const [kept, changed, dropped] = [newUuid(), newUuid(), newUuid()]
    const asked = (ids: readonly string[], text: string) =>
      sections(...ids.map((questionId) => question({ questionId, text })))
    const first = asked([kept, dropped], 'Whole?').concat(asked([changed], 'Clean?'))
    const { checklist } = await runMutation(
      company.admin,
      'createChecklist',
      { name: 'Doors', sections: first },
      'checklist { id }',
    )
    const second = asked([changed, newUuid()], 'Really clean?').concat(asked([kept], 'Whole?'))
    for (const change of [{ sections: second }, { passPercentage: 50 }])
      await runMutation(
        company.admin,
        'updateChecklist',
        { id: checklist.id, ...change },
        'checklist { id }',
      )
    const { data } = await graph(company.technician)(
      `{ checklist(id: "${checklist.id}") { versions { totalCount nodes {
        number passPercentage changes { added changed removed } createdBy { databaseId } createdAt } }
        oldest: versions(first: 1, orderBy: [{ field: NUMBER }]) { nodes { number } } } }`,
    )
    const by = { createdBy: { databaseId: company.admin.viewer.userId } }
    const at = { createdAt: expect.any(String) }
    const changes = (added: number, changed: number, removed: number) => ({
      changes: { added, changed, removed },
    })
    expect(data.checklist).toEqual({
      versions: {
        totalCount: 3,
        nodes: [
          { number: 3, passPercentage: 50, ...changes(0, 0, 0), ...by, ...at },
          { number: 2, passPercentage: 100, ...changes(1, 1, 1), ...by, ...at },
          { number: 1, passPercentage: 100, ...changes(3, 0, 0), ...by, ...at },
        ],
      },
      oldest: { nodes: [{ number: 1 }] },
    })
  })

  it('does not change the kind of a question, which may have answers', async () => {
    const company = await newCompany(db)
    const questionId = newUuid()
    const input = { name: 'Doors', sections: sections(question({ questionId })) }
    const { checklist } = await runMutation(
      company.admin,
      'createChecklist',
      input,
      'checklist { id }',
    )
    const change = { id: checklist.id, sections: sections(question({ questionId, kind: 'TEXT' })) }
    const refused = ['INVALID sections.0.questions.0.kind']
    expect(await errorCodesOf(company.admin, 'updateChecklist', change)).toEqual(refused)
    const other = { id: checklist.id, sections: sections(question({ questionId: newUuid() })) }
    await runMutation(company.admin, 'updateChecklist', other, 'checklist { id }')
    expect(await errorCodesOf(company.admin, 'updateChecklist', change)).toEqual(refused)
  })

  it('refuses a range of a condition that ends before it begins', async () => {
    const company = await newCompany(db)
    const questionId = newUuid()
    const shownIf = (from: string, to: string) =>
      sections(
        question({ questionId, kind: 'NUMBER' }),
        question({ showIf: { allOf: [{ questionId, between: { from, to } }] } }),
      )
    const input = (from: string, to: string) => ({ name: 'Doors', sections: shownIf(from, to) })
    expect(await errorCodesOf(company.admin, 'createChecklist', input('10', '9'))).toEqual([
      'OUT_OF_RANGE sections.0.questions.1.showIf.allOf.0.between.to',
    ])
    await runMutation(company.admin, 'createChecklist', input('9', '10'), 'checklist { id }')
  })
})

it('a checklist is not removed while an asset type has it', async () => {
  const company = await newCompany(db)
  const { uuid, id } = await newChecklist(company)
  const type = await newAssetType(company, { checklistId: id })
  expect(await errorCodesOf(company.admin, 'removeChecklist', { id: uuid })).toEqual(['IN_USE id'])
  await runMutation(company.admin, 'removeAssetType', { id: type.uuid }, 'assetType { id }')
  await runMutation(company.admin, 'removeChecklist', { id: uuid }, 'checklist { id }')
  const { data } = await graph(company.admin)(
    '{ checklists { totalCount } company { stats { checklists checks } } }',
  )
  expect(data).toEqual({
    checklists: { totalCount: 0 },
    company: { stats: { checklists: 0, checks: 0 } },
  })
})
