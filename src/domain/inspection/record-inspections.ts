import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import { type Bulk, type BulkResult, Rows } from '../bulk/rows.js'
import { findPhotos } from '../checklist/answer-photos.js'
import { attachUploads } from '../document/uploads.js'
import { type Created, type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { updateFindings } from '../finding/findings-of-answers.js'
import { isKey } from '../record/record-key.js'
import { completeInspectedJobs } from './complete-inspected-jobs.js'
import { checkAnsweredChecklist, findAnsweredVersions } from './answered-checklist.js'
import { checkAsset, checkJob, findInspected, rejectInspected } from './check-inspected.js'
import { findDueBases } from './due-bases.js'
import { findAssets, findJobs } from './inspected-records.js'
import { findingAnswersOf, findLaterAnswers } from './later-answers.js'
import {
  checkInspection,
  type Inspector,
  type NewInspection,
  type ValidInspection,
} from './new-inspection.js'
import { updateAssetStates } from './update-asset-states.js'

/** Records inspections, in the order of the rows. */
export function recordInspections(
  domain: Domain & Inspector,
  input: Bulk<NewInspection>,
): Promise<BulkResult<Created>> {
  authorise(domain.viewer, 'recordInspections')
  return inTransaction(domain, (tx) => insertInspections(tx, Rows.of(tx, input), domain))
}

/**
 * Validates and inserts inspections. The number of statements does not depend on the number of rows. Call it in a
 * transaction.
 */
export async function insertInspections(
  tx: TransactionDomain,
  rows: Rows<NewInspection>,
  { maxInspectionAgeYears }: Inspector,
): Promise<BulkResult<Created>> {
  const { companyId, userId } = tx.viewer
  const now = tx.now()
  const inputs = rows.all.map(({ input }) => input)
  const photosOf = await findPhotos(
    tx,
    inputs.flatMap(({ answers }) => answers ?? []),
  )
  const assets = await findAssets(tx, inputs)
  const jobs = await findJobs(tx, inputs)
  const inspected = await findInspected(tx, jobs)
  const versions = await findAnsweredVersions(tx, inputs, assets)
  const checked = new Map(
    rows.all.map((row, index) => {
      const { errors, input } = row
      const asset = assets[index] ?? null
      const job = jobs[index] ?? null
      const answered = checkAnsweredChecklist(
        errors,
        input,
        { asset, job },
        versions,
        now,
        photosOf,
      )
      const options = { now, maxInspectionAgeYears }
      const inspection = checkInspection(errors, input, { job, answered }, options)
      checkAsset(errors, asset)
      errors.reference('jobId', isKey(input.jobId) ? job : undefined, 'Job')
      if (asset && job) checkJob(tx.viewer, errors, asset, job, inspected)
      return [row, { ...inspection, asset, job, answered }]
    }),
  )
  const onlyOnce = (row: (typeof rows.all)[number]) => {
    const { asset, job } = checked.get(row) ?? {}
    return asset && job?.singleInspection ? `${job.id} ${asset.id}` : null
  }
  rows.rejectRepeated({ jobId: onlyOnce }, rejectInspected)
  rows.throwIfRejected()

  const valid = rows.valid([...checked.values()]) as ValidInspection[]
  const dueBases = await findDueBases(tx, valid)
  const data = valid.map(({ asset, job, answered, outcome, score, note, inspectedAt }, index) => ({
    uuid: newUuid(),
    companyId,
    inspectorId: userId,
    assetId: asset.id,
    jobId: job?.id ?? null,
    ...{ outcome, score, note, inspectedAt },
    dueBasis: dueBases[index] ?? null,
    ...(answered && {
      checklistVersionId: answered.version.id,
      checklistOutdated: answered.isOutdated,
      answerData: Object.fromEntries(answered.answers),
      ignoredAnswers: [...answered.ignored],
    }),
  }))
  const select = { id: true, uuid: true }
  const created = await tx.prisma.inspection.createManyAndReturn({ data, select })
  await updateAssetStates(
    tx,
    valid.map(({ asset }) => asset.id),
  )
  const idOf = new Map(created.map(({ id, uuid }) => [uuid, id]))
  await attachUploads(
    tx,
    'Inspection',
    photographsOf(valid, (index) => idOf.get(data[index]?.uuid ?? '') ?? 0),
  )
  const answered = valid.flatMap(({ asset, inspectedAt, answered: given }, index) => {
    if (!given) return []
    const { answers, version } = given
    const id = idOf.get(data[index]?.uuid ?? '') ?? 0
    const own = findingAnswersOf(version.sections, (questionId) => answers.get(questionId))
    return [{ inspection: { id }, assetId: asset.id, inspectedAt, answers: own, asset }]
  })
  const late = answered.filter(
    ({ asset: { lastInspection }, inspectedAt }) => lastInspection && lastInspection > inspectedAt,
  )
  await updateFindings(tx, [...answered, ...(await findLaterAnswers(tx, late))])
  await completeInspectedJobs(tx, valid)
  return rows.result(data.map(({ uuid }) => ({ id: idOf.get(uuid) ?? 0, uuid })))
}

/** The photographs of the answers, with the inspections that they belong to. */
const photographsOf = (valid: readonly ValidInspection[], idOf: (index: number) => number) =>
  valid.flatMap(({ answered }, index) =>
    [...(answered?.photos ?? [])].flatMap(([questionId, photos]) =>
      photos.map((upload) => ({ upload, questionId, ownerId: idOf(index) })),
    ),
  )
