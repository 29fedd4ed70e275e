import { authorise } from '../access/authorise.js'
import { type Bulk, type BulkResult, type Row, Rows } from '../bulk/rows.js'
import { type Changed, type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { requireCurrent } from '../record/require-record.js'
import { changeJobs, isChanged } from './change-jobs.js'
import { checkJobChange, type JobChange } from './job-change.js'
import { lockJobReferences } from './lock-job-references.js'
import { lockJobs } from './lock-jobs.js'

/** Updates jobs. */
export async function updateJobs(
  domain: Domain,
  input: Bulk<JobChange>,
): Promise<BulkResult<Changed>> {
  authorise(domain.viewer, 'updateJobs')
  return inTransaction(domain, (tx) => changeJobRows(tx, Rows.of(tx, input)))
}

/**
 * Validates and updates jobs: locks the records that their new values refer to, then the jobs, because `updateUser` and
 * `updateSite` lock a record before its jobs. The number of statements does not depend on the number of rows. Call it in a
 * transaction.
 */
export async function changeJobRows(
  tx: TransactionDomain,
  rows: Rows<JobChange>,
): Promise<BulkResult<Changed>> {
  if (rows.all.length === 0) return rows.result([])
  const inputs = rows.all.map(({ input }) => input)
  const references = await lockJobReferences(tx, inputs)
  const jobs = await lockJobs(
    tx,
    inputs.map(({ id }) => id),
  )
  const current = (row: Row<JobChange>) =>
    rows.attempt(row, () => requireCurrent('Job', jobs.get(row.input.id), row.input))
  const found = rows.all.map((row) => ({ row, job: current(row) }))
  const checked = found.map(
    ({ row: { errors, input }, job }) => job && checkJobChange(errors, input, job, references),
  )
  rows.rejectRepeated({ id: ({ input }) => jobs.get(input.id)?.id }, (errors, field) => {
    errors.add('INVALID', field, 'An earlier row changes the same job.')
  })
  rows.throwIfRejected()

  const valid = rows.valid(checked)
  await changeJobs(tx, valid.filter(isChanged))
  return rows.result(valid.map(({ job }) => ({ id: job.id })))
}
