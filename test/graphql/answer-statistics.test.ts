import { beforeAll, describe, expect, it } from 'vitest'
import { v7 as newUuid } from 'uuid'
import { newAsset, newAssetType, newCompany, newSite, newZone } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'
import { runMutation } from './mutations/run-mutation.js'

const db = testDatabase()

const SEAL = newUuid()
const PRESSURE = newUuid()

const SECTIONS = [
  {
    name: 'All',
    questions: [
      { questionId: SEAL, kind: 'YES_NO', text: 'Is the seal whole?' },
      { questionId: PRESSURE, kind: 'NUMBER', text: 'Pressure?', minimum: 10 },
    ],
  },
]

const setUp = async () => {
  const company = await newCompany(db)
  const input = { name: 'Check', sections: SECTIONS }
  const { checklist } = await runMutation(
    company.admin,
    'createChecklist',
    input,
    'checklist { id databaseId }',
  )
  const sites = [await newSite(company), await newSite(company)] as const
  const types = [
    await newAssetType(company, { checklistId: checklist.databaseId }),
    await newAssetType(company, { checklistId: checklist.databaseId }),
  ] as const
  /** Inspects a new asset of a site and a type. */
  const inspect = async (at: 0 | 1, of: 0 | 1, day: string, seal: string, pressure: string) => {
    const { id: zoneId } = await newZone(company, { siteId: sites[at].id })
    const asset = await newAsset(company, { zoneId, typeId: types[of].id })
    const answers = [
      { questionId: SEAL, value: seal },
      { questionId: PRESSURE, value: pressure },
    ]
    const given = { assetId: asset.uuid, inspectedAt: `2026-${day}T10:00:00Z`, answers }
    const { inspection } = await runMutation(
      company.technician,
      'recordInspection',
      given,
      'inspection { id }',
    )
    return { asset, id: inspection.id as string }
  }
  const first = await inspect(0, 0, '01-10', 'YES', '12')
  await inspect(0, 1, '01-20', 'NO', '8')
  await inspect(1, 0, '02-10', 'NO', '10')
  const voided = await inspect(1, 1, '02-20', 'NO', '20')
  const reason = { id: voided.id, reason: 'The wrong asset.' }
  await runMutation(company.admin, 'voidInspection', reason, 'inspection { id }')
  return { company, checklist, sites, types, first, inspect }
}

let given: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  given = await setUp()
})

/** The figures of both questions, with a filter. */
async function figures(filter?: object) {
  const { company, checklist } = given
  const { data } = await graph(company.admin)(
    `query ($filter: InspectionFilter) { checklist(id: "${checklist.id}") {
      answerStatistics(filter: $filter) { count failedCount average } } }`,
    { filter },
  )
  const [seal, pressure] = data.checklist.answerStatistics
  return [seal.count, seal.failedCount, pressure.failedCount, pressure.average]
}

describe('answerStatistics', () => {
  it('covers all inspections without a filter, except voided ones', async () => {
    expect(await figures()).toEqual([3, 2, 1, 10])
    expect(await figures({})).toEqual([3, 2, 1, 10])
  })

  it.each([
    ['a period', () => ({ inspectedAt: { from: '2026-01-15T00:00:00Z' } }), [2, 2, 1, 9]],
    ['sites', () => ({ siteIds: [given.sites[0].uuid] }), [2, 1, 1, 10]],
    ['asset types', () => ({ typeIds: [given.types[0].uuid] }), [2, 1, 0, 11]],
    ['assets', () => ({ assetIds: [given.first.asset.uuid] }), [1, 0, 0, 12]],
    ['outcomes', () => ({ outcomes: ['PASSED'] }), [1, 0, 0, 12]],
    [
      'a combination',
      () => ({
        and: [{ siteIds: [given.sites[0].uuid] }, { not: { typeIds: [given.types[0].uuid] } }],
        inspectedAt: { to: '2026-02-01T00:00:00Z' },
      }),
      [1, 1, 1, 8],
    ],
    ['no inspection', () => ({ jobIds: [newUuid()] }), [0, 0, 0, null]],
    ['voided inspections', () => ({ removed: 'ONLY' }), [1, 1, 0, 20]],
  ] as const)('filters by %s', async (_, filter, expected) => {
    expect(await figures(filter())).toEqual(expected)
  })

  it('has one value for each filter, also under records that share a checklist', async () => {
    const { company, sites } = given
    const at = (site: 0 | 1) => `answerStatistics(filter: { siteIds: ["${sites[site].uuid}"] })`
    const { data } = await graph(company.admin)(`{
      assetTypes { nodes { checklist {
        first: ${at(0)} { question { text } count }
        second: ${at(1)} { count }
        again: ${at(1)} { failedCount }
        answerStatistics { count }
      } } } }`)
    const checklist = {
      first: [
        { question: { text: 'Is the seal whole?' }, count: 2 },
        { question: { text: 'Pressure?' }, count: 2 },
      ],
      second: [{ count: 1 }, { count: 1 }],
      again: [{ failedCount: 1 }, { failedCount: 0 }],
      answerStatistics: [{ count: 3 }, { count: 3 }],
    }
    expect(data.assetTypes.nodes).toEqual([{ checklist }, { checklist }])
  })

  it('is in the payload of a mutation', async () => {
    const { company } = given
    const { checklist } = await runMutation(
      company.admin,
      'createChecklist',
      { name: 'Other', sections: SECTIONS },
      'checklist { answerStatistics(filter: { outcomes: [FAILED] }) { count question { text } } }',
    )
    expect(checklist.answerStatistics).toEqual([
      { count: 0, question: { text: 'Is the seal whole?' } },
      { count: 0, question: { text: 'Pressure?' } },
    ])
  })

  it('does not count an entry that has a note only', async () => {
    const { company, checklist, first } = await setUp()
    const answers = [
      { questionId: SEAL, note: 'Under paint' },
      { questionId: PRESSURE, value: '11' },
    ]
    const input = { assetId: first.asset.uuid, answers }
    await runMutation(company.technician, 'recordInspection', input, 'inspection { id }')
    const { data } = await graph(company.admin)(
      `{ checklist(id: "${checklist.id}") { answerStatistics { count } } }`,
    )
    expect(data.checklist.answerStatistics).toEqual([{ count: 3 }, { count: 4 }])
  })

  it('finds nothing by the ids of another company, and shows voided inspections only to admins', async () => {
    const { company, checklist } = given
    const other = await newCompany(db)
    const site = await newSite(other)
    expect(await figures({ siteIds: [site.uuid] })).toEqual([0, 0, 0, null])
    const query = `{ checklist(id: "${checklist.id}") { answerStatistics(filter: { removed: INCLUDE }) { count } } }`
    const { errors } = await graph(company.technician)(query)
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await graph(other.admin)(query)).data).toEqual({ checklist: null })
  })
})
