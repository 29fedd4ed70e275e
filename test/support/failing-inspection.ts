import { v7 as newUuid } from 'uuid'
import { checkSections } from '../../src/domain/checklist/check-sections.js'
import type { NewQuestion } from '../../src/domain/checklist/new-checklist.js'
import { ValidationErrors } from '../../src/domain/validation-errors.js'
import {
  newAsset,
  newAssetType,
  newChecklist,
  newFinding,
  newJob,
  newJobType,
  newUpload,
  newZone,
  type TestCompany,
} from './builders.js'

const STARTED = new Date('2026-01-05T10:00:00Z')

/**
 * The input of an inspection that writes as much as one can: an answer opens a finding, another one resolves `finding`, and a third has
 * a photograph. The asset becomes defective, and the job is completed.
 */
export async function newFailingInspection(company: TestCompany) {
  const [seal, hose, label] = [newUuid(), newUuid(), newUuid()]
  const questions: NewQuestion[] = [
    {
      ...{ questionId: seal, kind: 'YES_NO', text: 'Is the seal intact?' },
      ...{ critical: true, opensFinding: 'High' },
    },
    { questionId: hose, kind: 'YES_NO', text: 'Is the hose whole?', opensFinding: 'Medium' },
    { questionId: label, kind: 'PHOTO', text: 'A photograph of the label' },
  ]
  const sections = checkSections(new ValidationErrors(), [{ name: 'Outside', questions }])
  const { id: checklistId } = await newChecklist(company, { sections })
  const zone = await newZone(company)
  const type = await newAssetType(company, { checklistId, intervalMonths: 1 })
  const asset = await newAsset(company, { zoneId: zone.id, typeId: type.id })
  const jobType = await newJobType(company, { singleInspection: true })
  const job = await newJob(company, {
    ...{ siteId: zone.siteId, typeId: jobType.id, zoneIds: [zone.id], allowEarlyClosure: true },
    ...{ status: 'in_progress', startedAt: STARTED, workingSince: STARTED },
  })
  const finding = await newFinding(company, { assetId: asset.id, questionId: hose })
  const photo = await newUpload(company)
  const input = {
    assetId: asset.uuid,
    jobId: job.uuid,
    answers: [
      { questionId: seal, value: 'NO', note: 'It is torn.' },
      { questionId: hose, value: 'YES' },
      { questionId: label, photoIds: [photo.uuid] },
    ],
  }
  return { checklistId, asset, job, finding, photo, seal, hose, label, input }
}
