import { authorise } from '../access/authorise.js'
import { type Bulk, type BulkResult, Rows } from '../bulk/rows.js'
import { findPhotos } from '../checklist/answer-photos.js'
import { attachUploads } from '../document/uploads.js'
import { newUuidOf } from '../chosen-id/chosen-id.js'
import { createRowsOnce } from '../chosen-id/create-rows-once.js'
import { type Created, type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { isKey } from '../record/record-key.js'
import { completeInspectedJobs } from './complete-inspected-jobs.js'
import {
  checkAnsweredChecklist,
  findAnsweredVersions,
  passPercentageOf,
} from './answered-checklist.js'
import { checkAsset, checkJob, findInspected, rejectInspected } from './check-inspected.js'
import { findAssets, findJobs } from './inspected-records.js'
import {
  checkInspection,
  type Inspector,
  type NewInspection,
  type ValidInspection,
} from './new-inspection.js'
import { writeInspections } from './write-inspections.js'

/** Records inspections, in the order of the rows. */
export function recordInspections(
  domain: Domain & Inspector,
  input: Bulk<NewInspection>,
): Promise<BulkResult<Created>> {
  authorise(domain.viewer, 'recordInspections')
  return createRowsOnce(
    domain,
    'Inspection',
    () => Rows.of(domain, input),
    (own, newRows) => inTransaction(own, (tx) => recordRows(tx, newRows(), domain)),
  )
}

/**
 * Validates and inserts inspections. The number of statements does not depend on the number of rows. Call it in a
 * transaction.
 */
export async function recordRows(
  tx: TransactionDomain,
  rows: Rows<NewInspection>,
  { maxInspectionAgeYears }: Inspector,
): Promise<BulkResult<Created>> {
  const now = tx.now()
  const inputs = rows.all.map(({ input }) => input)
  const answers = inputs.flatMap((input) => input.answers ?? [])
  // The statements of one `Promise.all` are sent together, in this order.
  const [photosOf, assets, jobs, versions] = await Promise.all([
    findPhotos(tx, answers),
    findAssets(tx, inputs),
    findJobs(tx, inputs),
    findAnsweredVersions(tx, inputs),
  ])
  const inspected = await findInspected(tx, jobs)
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
      const pass = passPercentageOf(input, asset, job, versions)
      const inspection = checkInspection(errors, input, { answered, pass }, options)
      checkAsset(errors, asset)
      errors.reference('jobId', isKey(input.jobId) ? job : undefined, 'Job')
      if (job) checkJob(tx.viewer, errors, asset, job, inspected)
      return [row, { ...inspection, uuid: newUuidOf(input), asset, job, answered }]
    }),
  )
  const onlyOnce = (row: (typeof rows.all)[number]) => {
    const { asset, job } = checked.get(row) ?? {}
    return asset && job?.singleInspection ? `${job.id} ${asset.id}` : null
  }
  rows.rejectRepeated({ jobId: onlyOnce }, rejectInspected)
  rows.throwIfRejected()

  const valid = rows.valid([...checked.values()]) as ValidInspection[]
  const created = await writeInspections(tx, valid)
  const photographs = photographsOf(valid, (index) => created[index]?.id ?? 0)
  await attachUploads(tx, 'Inspection', photographs)
  await completeInspectedJobs(tx, valid)
  return rows.result(created)
}

/** The photographs of the answers, with the inspections that they belong to. */
const photographsOf = (valid: readonly ValidInspection[], idOf: (index: number) => number) =>
  valid.flatMap(({ answered }, index) =>
    [...(answered?.photos ?? [])].flatMap(([questionId, photos]) =>
      photos.map((upload) => ({ upload, questionId, ownerId: idOf(index) })),
    ),
  )
