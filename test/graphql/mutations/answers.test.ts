import { describe, expect, it } from 'vitest'
import { v7 as newUuid } from 'uuid'
import {
  newAsset,
  newAssetType,
  newChecklist,
  newCompany,
  newJob,
  newJobType,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { errorCodesOf, runMutation } from './run-mutation.js'

const db = testDatabase()
const CHOICES = [{ label: 'Good' }, { label: 'Worn', fails: true, points: 1 }]

/** An asset whose type has a checklist with a question of each kind that has an answer. */
async function newAnswered(company: TestCompany, { inOrder = false, passPercentage = 80 } = {}) {
  const [seal, state, damage, pressure, note, made] = Array.from({ length: 6 }, () =>
    newUuid(),
  ) as [string, string, string, string, string, string]
  const hidden = { allOf: [{ questionId: seal, isOneOf: ['NO'] }] }
  const questions = [
    {
      questionId: seal,
      kind: 'YES_NO',
      text: 'Is the seal whole?',
      critical: true,
      required: true,
    },
    {
      questionId: state,
      kind: 'CHOICE',
      text: 'How is the hose?',
      choices: CHOICES,
      requireNoteWhenFailing: true,
    },
    {
      questionId: damage,
      kind: 'MULTI_CHOICE',
      text: 'Which damage?',
      choices: [
        { label: 'Rust', fails: true },
        { label: 'Dents', fails: true },
      ],
      weight: 0,
    },
    {
      questionId: pressure,
      kind: 'NUMBER',
      text: 'Pressure?',
      unit: 'bar',
      minimum: 10,
      maximum: 14,
      weight: 2,
      allowNotApplicable: true,
    },
    { questionId: note, kind: 'TEXT', text: 'Why not?', showIf: hidden, required: true },
    { questionId: made, kind: 'DATE', text: 'Last service?' },
    { kind: 'INSTRUCTION', text: 'Sign the label.' },
  ]
  const input = { name: 'Check', passPercentage, sections: [{ name: 'All', questions }] }
  const { checklist } = await runMutation(
    company.admin,
    'createChecklist',
    input,
    'checklist { id databaseId versionId }',
  )
  const zone = await newZone(company)
  const type = await newAssetType(company, {
    checklistId: checklist.databaseId,
    enforceChecklistOrder: inOrder,
  })
  const asset = await newAsset(company, { zoneId: zone.id, typeId: type.id })
  return { checklist, questions, zone, asset, ids: { seal, state, damage, pressure, note, made } }
}

const SELECTION = `inspection { outcome score checklistOutdated checklistVersion { number } ignoredAnswers asset { status }
  answers { section question { questionId text unit } value values notApplicable note answeredAt fails points maximumPoints } }`
const inspect = async (company: TestCompany, input: object) =>
  (await runMutation(company.technician, 'recordInspection', input, SELECTION)).inspection

describe('recordInspection with answers', () => {
  it('computes score and outcome, and shows the answers as they were asked', async () => {
    const company = await newCompany(db)
    const { asset, ids } = await newAnswered(company)
    const inspection = await inspect(company, {
      assetId: asset.uuid,
      answers: [
        { questionId: ids.pressure, value: '012.50', answeredAt: '2026-01-05T10:00:00Z' },
        { questionId: ids.seal, value: 'YES' },
        { questionId: ids.state, value: 'Worn', note: 'Cracks.' },
        { questionId: ids.damage, values: ['Rust'] },
        { questionId: ids.made, value: '2026-01-04' },
      ],
    })
    // Seal 1 of 1, hose 1 of 1, pressure 2 of 2.
    expect(inspection).toMatchObject({
      outcome: 'PASSED',
      score: 100,
      checklistOutdated: false,
      checklistVersion: { number: 1 },
      ignoredAnswers: [],
      asset: { status: 'OK' },
    })
    expect(
      inspection.answers.map(({ question }: { question: { text: string } }) => question.text),
    ).toEqual([
      'Is the seal whole?',
      'How is the hose?',
      'Which damage?',
      'Pressure?',
      'Last service?',
    ])
    expect(inspection.answers[1]).toMatchObject({
      value: 'Worn',
      fails: true,
      points: 1,
      maximumPoints: 1,
      note: 'Cracks.',
    })
    expect(inspection.answers[2]).toMatchObject({
      value: null,
      values: ['Rust'],
      fails: true,
      maximumPoints: 0,
    })
    expect(inspection.answers[3]).toEqual({
      section: 'All',
      question: { questionId: ids.pressure, text: 'Pressure?', unit: 'bar' },
      ...{
        value: '12.5',
        values: null,
        notApplicable: false,
        note: null,
        fails: false,
        points: 1,
        maximumPoints: 1,
      },
      answeredAt: '2026-01-05T10:00:00.000Z',
    })
  })

  it.each([
    ['a low score', { pressure: '9.9' }, 'FAILED', 50, 80],
    ['a question that is not applicable', { pressure: null }, 'PASSED', 100, 80],
    ['a failing answer to a critical question', { seal: 'NO', note: 'Torn.' }, 'FAILED', 75, 80],
    ['an answer that is missing', { state: undefined }, 'FAILED', 75, 80],
    [
      'a failing critical question and a sufficient score',
      { seal: 'NO', note: 'Torn.' },
      'FAILED',
      75,
      70,
    ],
    ['a missing answer and a sufficient score', { state: undefined }, 'PASSED', 75, 70],
  ] as const)('after %s', async (_name, given, outcome, score, passPercentage) => {
    const company = await newCompany(db)
    const { asset, ids } = await newAnswered(company, { passPercentage })
    const values = { seal: 'YES', state: 'Good', pressure: '12', ...given }
    const answers = Object.entries(values).flatMap(([name, value]): object[] => {
      const questionId = ids[name as keyof typeof ids]
      if (value === undefined) return []
      return value === null ? [{ questionId, notApplicable: true }] : [{ questionId, value }]
    })
    expect(await inspect(company, { assetId: asset.uuid, answers })).toMatchObject({
      outcome,
      score,
    })
  })

  it('passes by the percentage of the job’s type in a job', async () => {
    const company = await newCompany(db)
    const { asset, ids, zone } = await newAnswered(company)
    const { id: typeId } = await newJobType(company, { passPercentage: 50 })
    const job = await newJob(company, { siteId: zone.siteId, typeId, status: 'in_progress' })
    const answers = [
      { questionId: ids.seal, value: 'YES' },
      { questionId: ids.state, value: 'Good' },
    ]
    expect(await inspect(company, { assetId: asset.uuid, jobId: job.uuid, answers })).toMatchObject(
      { outcome: 'PASSED', score: 50 },
    )
    expect(await inspect(company, { assetId: asset.uuid, answers })).toMatchObject({
      outcome: 'FAILED',
      score: 50,
    })
  })

  it('drops the answers to hidden questions, and names them', async () => {
    const company = await newCompany(db)
    const { asset, ids } = await newAnswered(company)
    const answers = [
      { questionId: ids.seal, value: 'YES' },
      { questionId: ids.note, value: 'x' },
      { questionId: ids.state, value: 'Good' },
      { questionId: ids.pressure, value: '11' },
    ]
    expect(await inspect(company, { assetId: asset.uuid, answers })).toMatchObject({
      score: 100,
      ignoredAnswers: [ids.note],
      answers: { length: 3 },
    })
  })

  it('accepts answers to an older version, and says so', async () => {
    const company = await newCompany(db)
    const { asset, ids, checklist, questions } = await newAnswered(company)
    const change = {
      id: checklist.id,
      sections: [{ name: 'All', questions: questions.slice(1, 4) }],
    }
    await runMutation(company.admin, 'updateChecklist', change, 'checklist { id }')
    const answers = [
      { questionId: ids.seal, value: 'YES' },
      { questionId: ids.state, value: 'Good' },
      { questionId: ids.pressure, value: '11' },
    ]
    const input = { assetId: asset.uuid, answers }
    expect(await errorCodesOf(company.technician, 'recordInspection', input)).toEqual([
      'NOT_FOUND answers.0.questionId',
    ])
    expect(
      await inspect(company, { ...input, checklistVersionId: checklist.versionId }),
    ).toMatchObject({
      score: 100,
      checklistOutdated: true,
      checklistVersion: { number: 1 },
      answers: { length: 3 },
    })
    const stranger = await newCompany(db)
    const { asset: other } = await newAnswered(stranger)
    const foreign = { assetId: other.uuid, checklistVersionId: checklist.versionId, answers: [] }
    expect(await errorCodesOf(stranger.technician, 'recordInspection', foreign)).toEqual([
      'NOT_FOUND checklistVersionId',
    ])
  })

  it('accepts answers to a checklist that the asset’s type does not have, such as the earlier one of the type, and says so', async () => {
    const company = await newCompany(db)
    const { asset, ids, checklist } = await newAnswered(company)
    const { id: checklistId } = await newChecklist(company)
    await db.prisma.assetType.updateMany({
      where: { companyId: company.companyId, id: asset.typeId },
      data: { checklistId },
    })
    const answers = [
      { questionId: ids.seal, value: 'YES' },
      { questionId: ids.state, value: 'Good' },
      { questionId: ids.pressure, value: '11' },
    ]
    const input = { assetId: asset.uuid, checklistVersionId: checklist.versionId, answers }
    expect(await inspect(company, input)).toMatchObject({
      score: 100,
      checklistOutdated: true,
      answers: { length: 3 },
    })
  })

  it('accepts 250 rows with 40 answers, notes and times in one request of the default size', async () => {
    const company = await newCompany(db)
    const questions = Array.from({ length: 40 }, (_, index) => ({
      ...{ questionId: newUuid(), kind: 'YES_NO', text: `Question ${index}` },
    }))
    const input = { name: 'Long', sections: [{ name: 'All', questions }] }
    const selection = 'checklist { databaseId }'
    const { checklist } = await runMutation(company.admin, 'createChecklist', input, selection)
    const type = await newAssetType(company, {
      checklistId: checklist.databaseId,
      enforceChecklistOrder: true,
    })
    const zone = await newZone(company)
    const assets = []
    for (let count = 0; count < 250; count += 1)
      assets.push(await newAsset(company, { zoneId: zone.id, typeId: type.id }))
    const rows = assets.map(({ uuid: assetId }) => ({
      assetId,
      inspectedAt: '2026-01-05T11:00:00.000Z',
      answers: questions.map(({ questionId }, index) => ({
        ...{ questionId, value: index === 7 ? 'NO' : 'YES', note: index === 7 ? 'Worn.' : null },
        answeredAt: new Date(Date.UTC(2026, 0, 5, 10, index)).toISOString(),
      })),
    }))
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeGreaterThan(1_200_000)
    const { inspections } = await runMutation(
      company.technician,
      'recordInspections',
      { rows },
      'inspections { score outcome }',
    )
    expect(inspections).toEqual(assets.map(() => ({ score: 98, outcome: 'FAILED' })))
  })

  it('names all mistakes together', async () => {
    const company = await newCompany(db)
    const { asset, ids, questions } = await newAnswered(company)
    const input = {
      assetId: asset.uuid,
      outcome: 'PASSED',
      score: 50,
      answers: [
        { questionId: newUuid(), value: 'x' },
        { questionId: ids.seal, value: 'MAYBE', notApplicable: true },
        { questionId: ids.seal, value: 'YES' },
        { questionId: ids.state, value: 'Worn' },
        { questionId: ids.damage, values: ['Rust', 'Rust', 'Mould'], notApplicable: true },
        { questionId: ids.pressure, value: 'high', answeredAt: '2099-01-01T00:00:00Z' },
        { questionId: ids.made, value: '2026-02-30', values: ['x'] },
      ],
    }
    expect((await errorCodesOf(company.technician, 'recordInspection', input)).sort()).toEqual([
      'INVALID answers.1.notApplicable',
      'INVALID answers.1.value',
      'INVALID answers.1.value',
      'INVALID answers.4.notApplicable',
      'INVALID answers.4.values',
      'INVALID answers.4.values.1',
      'INVALID answers.4.values.2',
      'INVALID answers.5.value',
      'INVALID answers.6.value',
      'INVALID answers.6.values',
      'INVALID outcome',
      'INVALID score',
      'NOT_FOUND answers.0.questionId',
      'OUT_OF_RANGE answers.5.answeredAt',
      'REQUIRED answers.3.note',
      'TAKEN answers.2.questionId',
    ])
    expect(questions).toHaveLength(7)
    const { uuid: plain } = await newAsset(company)
    expect(
      await errorCodesOf(company.technician, 'recordInspection', { assetId: plain, answers: [] }),
    ).toEqual(['WRONG_STATE answers'])
    expect(
      await errorCodesOf(company.technician, 'recordInspection', {
        assetId: asset.uuid,
        answers: [],
      }),
    ).toEqual(['REQUIRED answers'])
    const unknown = { assetId: newUuid(), checklistVersionId: newUuid(), answers: [] }
    expect((await errorCodesOf(company.technician, 'recordInspection', unknown)).sort()).toEqual([
      'NOT_FOUND assetId',
      'NOT_FOUND checklistVersionId',
    ])
  })

  it('checks the answers to a given version even if the asset, or the job, is unknown', async () => {
    const company = await newCompany(db)
    const { ids, checklist } = await newAnswered(company, { inOrder: true })
    const answers = [
      { questionId: ids.state, value: 'Worn' },
      { questionId: ids.pressure, value: 'high' },
    ]
    const unknown = { assetId: newUuid(), jobId: newUuid(), answers }
    const codesOf = async (name: string, input: object) =>
      (await errorCodesOf(company.technician, name, input)).sort()
    const input = { ...unknown, checklistVersionId: checklist.versionId }
    const codes = ['INVALID answers.1.value', 'NOT_FOUND assetId', 'NOT_FOUND jobId']
    const expected = [...codes, 'REQUIRED answers', 'REQUIRED answers.0.note']
    expect(await codesOf('recordInspection', input)).toEqual(expected)
    expect(await codesOf('recordInspections', { rows: [input] })).toEqual(
      expected.map((each) => each.replace(' ', ' rows.0.')),
    )
    const { uuid: jobId } = await newJob(company, {
      technicianId: company.admin.viewer.userId,
      status: 'paused',
    })
    expect(await codesOf('recordInspection', { ...unknown, jobId })).toEqual([
      ...['NOT_ALLOWED jobId', 'NOT_FOUND assetId', 'WRONG_STATE jobId'],
    ])
    // Without a version, the type of the asset has the questions.
    expect(await codesOf('recordInspection', unknown)).toEqual([
      ...['NOT_FOUND assetId', 'NOT_FOUND jobId'],
    ])
  })

  it('enforces the order of the questions if the asset’s type says so', async () => {
    const company = await newCompany(db)
    const { asset, ids } = await newAnswered(company, { inOrder: true })
    const answer = (questionId: string, value: string, minute?: number) => ({
      questionId,
      value,
      ...(minute !== undefined && { answeredAt: `2026-01-05T10:0${minute}:00Z` }),
    })
    const codes = (...answers: object[]) =>
      errorCodesOf(company.technician, 'recordInspection', { assetId: asset.uuid, answers })
    expect(
      await codes(
        answer(ids.seal, 'YES', 5),
        answer(ids.state, 'Good', 4),
        answer(ids.pressure, '12'),
      ),
    ).toEqual(['INVALID answers.1.answeredAt', 'REQUIRED answers.2.answeredAt'])
    const inOrder = [answer(ids.state, 'Good', 5), answer(ids.seal, 'YES', 5)]
    expect(await inspect(company, { assetId: asset.uuid, answers: inOrder })).toMatchObject({
      score: 50,
    })
  })

  it('records many inspections with answers, with one statement for their versions', async () => {
    const company = await newCompany(db)
    const kits = [await newAnswered(company), await newAnswered(company)]
    const rows = kits.map(({ asset, ids }) => ({
      assetId: asset.uuid,
      answers: [
        { questionId: ids.seal, value: 'NO' },
        { questionId: ids.note, value: 'Torn.' },
      ],
    }))
    const { inspections } = await runMutation(
      company.technician,
      'recordInspections',
      { rows },
      'inspections { outcome score answers { value } }',
    )
    expect(inspections).toEqual(
      rows.map(() => ({
        outcome: 'FAILED',
        score: 0,
        answers: [{ value: 'NO' }, { value: 'Torn.' }],
      })),
    )
  })

  it('counts the answers to each question, without voided inspections', async () => {
    const company = await newCompany(db)
    const { asset, ids, checklist } = await newAnswered(company)
    const record = (pressure: string | null, seal: string) =>
      inspect(company, {
        assetId: asset.uuid,
        answers: [
          { questionId: ids.seal, value: seal },
          ...(seal === 'NO' ? [{ questionId: ids.note, value: '7' }] : []),
          { questionId: ids.pressure, value: pressure, notApplicable: pressure === null },
        ],
      })
    await record('9', 'YES')
    await record('12', 'YES')
    await record(null, 'NO')
    const { data } = await graph(company.admin)(
      `{ checklist(id: "${checklist.id}") { answerStatistics { section question { text } count failedCount notApplicableCount average } } }`,
    )
    const none = { count: 0, failedCount: 0, notApplicableCount: 0, average: null }
    const expected = [
      { question: { text: 'Is the seal whole?' }, ...none, count: 3, failedCount: 1 },
      { question: { text: 'How is the hose?' }, ...none },
      { question: { text: 'Which damage?' }, ...none },
      {
        question: { text: 'Pressure?' },
        count: 2,
        failedCount: 1,
        notApplicableCount: 1,
        average: 10.5,
      },
      { question: { text: 'Why not?' }, ...none, count: 1 },
      { question: { text: 'Last service?' }, ...none },
    ]
    expect(data.checklist.answerStatistics).toEqual(
      expected.map((each) => ({ section: 'All', ...each })),
    )
    const { data: all } = await graph(company.admin)('{ inspections { nodes { id } } }')
    for (const { id } of all.inspections.nodes) {
      await runMutation(
        company.admin,
        'voidInspection',
        { id, reason: 'Wrong.' },
        'inspection { id }',
      )
    }
    const { data: after } = await graph(company.admin)(
      `{ checklist(id: "${checklist.id}") { answerStatistics { count } } }`,
    )
    expect(after.checklist.answerStatistics).toEqual(expected.map(() => ({ count: 0 })))
  })

  it('opens and resolves findings in the order of the inspections, also late and voided ones', async () => {
    const company = await newCompany(db)
    const { asset, ids, checklist, questions } = await newAnswered(company)
    const [seal, ...others] = questions
    const change = {
      id: checklist.id,
      sections: [{ name: 'All', questions: [{ ...seal, opensFinding: 'HIGH' }, ...others] }],
    }
    await runMutation(company.admin, 'updateChecklist', change, 'checklist { id }')
    const record = async (day: string, value: string) => {
      const answers = [
        { questionId: ids.seal, value },
        { questionId: ids.note, value: 'Torn.' },
      ]
      const input = { assetId: asset.uuid, inspectedAt: `2026-01-${day}T10:00:00Z`, answers }
      return (await runMutation(company.technician, 'recordInspection', input, 'inspection { id }'))
        .inspection.id as string
    }
    const statuses = async () => {
      const { data } = await graph(company.admin)(
        `{ asset(id: "${asset.uuid}") { openFindingsCount findings(orderBy: [{ field: ID, direction: ASC }]) { nodes { status inspection { id } } } } }`,
      )
      return data.asset.findings.nodes.map((node: { status: string }) => node.status)
    }
    await record('10', 'NO')
    const passed = await record('20', 'YES')
    expect(await statuses()).toEqual(['RESOLVED'])
    // Recorded late, between the two: the finding was open then.
    await record('15', 'NO')
    expect(await statuses()).toEqual(['RESOLVED'])
    // Before both: the later inspection resolves its finding, too.
    await record('05', 'NO')
    expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED'])
    const failed = await record('25', 'NO')
    expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED', 'OPEN'])
    const reason = 'The wrong asset.'
    await runMutation(company.admin, 'voidInspection', { id: failed, reason }, 'inspection { id }')
    expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED'])
    await runMutation(company.admin, 'voidInspection', { id: passed, reason }, 'inspection { id }')
    // One continues in the other: a question has one open finding.
    expect((await statuses()).sort()).toEqual(['OPEN', 'RESOLVED'])
  })

  it('resolves no finding of a question that is not applicable', async () => {
    const company = await newCompany(db)
    const { asset, ids, checklist, questions } = await newAnswered(company)
    const changed = questions.map((question) =>
      question.questionId === ids.damage
        ? { ...question, allowNotApplicable: true, opensFinding: 'HIGH' }
        : question,
    )
    const sections = [{ name: 'All', questions: changed }]
    const change = { id: checklist.id, sections }
    await runMutation(company.admin, 'updateChecklist', change, 'checklist { id }')
    const record = async (answer: object) => {
      const seal = { questionId: ids.seal, value: 'YES' }
      const answers = [seal, { questionId: ids.damage, ...answer }]
      const { inspection } = await runMutation(
        company.technician,
        'recordInspection',
        { assetId: asset.uuid, answers },
        'inspection { answers { values notApplicable } asset { findings { nodes { status } } } }',
      )
      return inspection
    }
    const open = { asset: { findings: { nodes: [{ status: 'OPEN' }] } } }
    expect(await record({ values: ['Rust'] })).toMatchObject(open)
    const notApplicable = await record({ values: [], notApplicable: true })
    expect(notApplicable).toMatchObject(open)
    expect(notApplicable.answers).toContainEqual({ values: null, notApplicable: true })
  })
})
