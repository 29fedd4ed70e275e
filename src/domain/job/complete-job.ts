import { authorise } from '../access/authorise.js'
import { lockUploads, type TakeUpload } from '../document/uploads.js'
import { type ById, type Changed, type Domain, inTransaction, queryRows } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import { queueReports } from '../report/queue-reports.js'
import { changeJobStatus } from './change-job-status.js'
import { ASSETS_LEFT } from './job-assets.js'
import { type NewSignature, signJob } from './signature.js'

export interface JobCompletion extends ById {
  /** The drawn signature; required if the job requires a signature. */
  readonly signature?: NewSignature | null | undefined
  /** The name of a person who confirms the work without a drawn signature. */
  readonly signatureName?: string | null | undefined
}

/**
 * Completes a job that is in progress or paused, irreversibly. A job without `allowEarlyClosure` cannot be completed
 * before its scheduled end, and one whose type has `requireAllAssets` not before all its assets are inspected.
 */
export async function completeJob(domain: Domain, input: JobCompletion): Promise<Changed> {
  const { signature } = input
  if (!signature) return complete(domain, input)
  authorise(domain.viewer, 'completeJob')
  return inTransaction(domain, async (tx) =>
    complete(tx, input, await lockUploads(tx, [signature.documentId])),
  )
}

const complete = (domain: Domain, input: JobCompletion, take?: TakeUpload): Promise<Changed> =>
  changeJobStatus(domain, input.id, 'completeJob', async (job, now, errors, tx) => {
    if (!job.allowEarlyClosure && now < job.scheduledEnd) {
      errors.add('WRONG_STATE', 'id', 'This job cannot be completed before its scheduled end.')
    }
    // Sent together. If the job cannot be completed, the transaction is rolled back.
    const [left] = await Promise.all([
      countRequiredAssets(tx, job.id),
      queueReports(tx, 'job', [job.uuid]),
    ])
    if (left > 0) {
      const assets = left === 1 ? 'An asset of this job is' : `${left} assets of this job are`
      errors.add('WRONG_STATE', 'id', `${assets} not inspected.`)
    }
    const { signature } = input
    const signatureName = checkName(errors, input)
    if (job.requiresSignature && !signature)
      errors.add('REQUIRED', 'signature', 'This job requires a signature.')
    const closed = { completedAt: now, closedById: domain.viewer.userId }
    if (!signature || !take) return { signatureName, ...closed }
    return { ...(await signJob(tx, errors, signature, { job, completedAt: now, take })), ...closed }
  })

/** The name without a drawn signature. */
function checkName(errors: ValidationErrors, { signature, signatureName }: JobCompletion) {
  const name = errors.optionalText('signatureName', signatureName) ?? null
  if (signature && name !== null)
    errors.add('INVALID', 'signatureName', 'The signature has the name already.')
  return name
}

/** The number of assets that are still to be inspected, if the type of the job requires that; otherwise 0. */
async function countRequiredAssets(domain: Domain, jobId: number): Promise<number> {
  const [row] = await queryRows<{ left: number }>(domain, {
    name: 'count-required-assets',
    text: COUNT_REQUIRED,
    values: [domain.viewer.companyId, jobId],
  })
  return row?.left ?? 0
}

const COUNT_REQUIRED = `
select (select count(*)::int ${ASSETS_LEFT}) as left
from job
join job_type on job_type.company_id = $1 and job_type.id = job.type_id
where job.company_id = $1::int and job.id = $2::int and job_type.require_all_assets`
