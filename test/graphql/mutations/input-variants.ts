import { v7 as newUuid } from 'uuid'
import {
  newAsset,
  newAssetType,
  newChecklist,
  newJob,
  newUpload,
  type TestCompany,
} from '../../support/builders.js'
import { valueAt } from './input-fields.js'
import { validInputs } from './valid-inputs.js'

type Path = readonly (string | number)[]
type Build = (company: TestCompany) => Promise<object>

/** A section whose only question has every field that its kind allows. */
const sectionOf = (kind: string, more: object = {}) => ({
  name: 'Outside',
  questions: [
    {
      ...{ questionId: newUuid(), kind, text: 'Does it close?', hint: 'Look closely.' },
      ...{ required: true, weight: 2, critical: true, allowNotApplicable: true },
      ...{ requireNoteWhenFailing: true, requirePhotoWhenFailing: true, opensFinding: 'HIGH' },
      ...more,
    },
  ],
})

const choices = [
  { value: 'YES', label: 'YES', fails: true, points: 2 },
  { value: 'NO', label: 'NO', fails: false, points: 3 },
]

export const checklistContent = () => ({
  name: 'Doors',
  passPercentage: 80,
  sections: [sectionOf('YES_NO', { choices })],
})

/** An asset type whose only custom field has what fields of other kinds do not have, and an interval of days. */
const withNumber = () => ({
  name: 'Gauge',
  shortCode: `G${newUuid().slice(-6)}`,
  inspectionIntervalDays: 365,
  customFields: [{ label: 'Pressure', kind: 'NUMBER', unit: 'bar', minimum: 1, maximum: 2 }],
})

const ofOtherKinds: readonly Build[] = [
  async () => ({
    ...{ name: 'Gauges', passPercentage: 80 },
    sections: [sectionOf('NUMBER', { unit: 'bar', minimum: 1, maximum: 2 })],
  }),
  async () => ({
    ...{ name: 'Pictures', passPercentage: 80 },
    sections: [sectionOf('PHOTO', { minimumCount: 2 })],
  }),
]

/** An inspection with an answer to the only question of its checklist. */
const answered =
  (kind: 'TEXT' | 'MULTI_CHOICE', answer: object): Build =>
  async (company) => {
    const questionId = newUuid()
    const more = { ...(kind === 'MULTI_CHOICE' && { choices }), showIf: null, unit: null }
    const bounds = { minimum: null, maximum: null, minimumCount: null, opensFinding: null }
    const question = {
      ...{ choices: [], hint: null, required: false, weight: 1 },
      ...bounds,
      ...more,
    }
    const flags = { critical: false, allowNotApplicable: true, requireNoteWhenFailing: false }
    const asked = { ...question, ...flags, questionId, kind, text: 'What?' }
    const { id: checklistId } = await newChecklist(company, {
      sections: [{ name: 'All', questions: [asked] }],
    })
    const { id: typeId } = await newAssetType(company, { checklistId })
    const { uuid: assetId } = await newAsset(company, { typeId })
    const version = await company.db.prisma.checklistVersion.findFirstOrThrow({
      where: { checklistId },
    })
    const rest = {
      ...{ notApplicable: false, note: 'Seen.', answeredAt: '2026-01-05T10:00:00.000Z' },
      photoIds: [(await newUpload(company)).uuid],
    }
    return {
      assetId,
      checklistVersionId: version.uuid,
      answers: [{ questionId, ...answer, ...rest }],
    }
  }

const inspections = [
  answered('TEXT', { value: 'Fine.' }),
  answered('MULTI_CHOICE', { values: ['NO'] }),
]

const withId =
  (name: string): Build =>
  async (company) => ({ ...(await validInputs[name]?.(company)), id: newUuid() })

const withIds =
  (name: string): Build =>
  async (company) => {
    const { rows, ...input } = (await validInputs[name]?.(company)) as { readonly rows: object[] }
    return { ...input, rows: rows.map((row) => ({ ...row, id: newUuid() })) }
  }

/** Further valid inputs of mutations that cannot have all their fields in one input. */
const otherInputs: Readonly<Record<string, readonly Build[]>> = {
  completeJob: [
    async (company) => ({
      id: (await newJob(company, { status: 'in_progress' })).uuid,
      signature: { documentId: (await newUpload(company)).uuid, name: 'J. Doe' },
    }),
  ],
  createAsset: [withId('createAsset')],
  createAssets: [withIds('createAssets')],
  createJob: [withId('createJob')],
  createJobs: [withIds('createJobs')],
  createAssetType: [async () => withNumber()],
  updateAssetType: [
    async (company) => ({ id: (await newAssetType(company)).uuid, ...withNumber() }),
  ],
  createChecklist: ofOtherKinds,
  updateChecklist: ofOtherKinds.map((build) => async (company) => ({
    id: (await newChecklist(company)).uuid,
    ...(await build(company)),
  })),
  recordInspection: [...inspections, withId('recordInspection')],
  recordInspections: [
    ...inspections.map((build): Build => async (company) => ({
      rows: [await build(company), await build(company)],
      onError: 'REJECT_ALL',
    })),
    withIds('recordInspections'),
  ],
}

/** The first valid input of a mutation that has a value at the path; else its only or first one. */
export async function validInputWith(name: string, company: TestCompany, path: Path = []) {
  const main = validInputs[name]
  if (!main) throw new Error(`There is no valid input for ${name}.`)
  const first = await main(company)
  if (valueAt(first, path) !== undefined) return first
  for (const build of otherInputs[name] ?? []) {
    const input = await build(company)
    if (valueAt(input, path) !== undefined) return input
  }
  return first
}
