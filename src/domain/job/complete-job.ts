import { type ById, type Changed, type Domain, queryRows } from '../domain.js'
import { changeJobStatus } from './change-job-status.js'
import { ASSETS_LEFT } from './job-assets.js'

export interface JobCompletion extends ById {
  /** The name of the person who signs; required if the job requires a signature. */
  readonly signatureName?: string | null | undefined
}

/**
 * Completes a job that is in progress or paused, irreversibly. A job without `allowEarlyClosure` cannot be completed
 * before its scheduled end, and one whose type has `requireAllAssets` not before all its assets are inspected.
 */
export const completeJob = (domain: Domain, input: JobCompletion): Promise<Changed> =>
  changeJobStatus(domain, input.id, 'completeJob', async (job, now, errors, tx) => {
    if (!job.allowEarlyClosure && now < job.scheduledEnd) {
      errors.add('WRONG_STATE', 'id', 'This job cannot be completed before its scheduled end.')
    }
    const left = await countRequiredAssets(tx, job.id)
    if (left > 0) {
      const assets = left === 1 ? 'An asset of this job is' : `${left} assets of this job are`
      errors.add('WRONG_STATE', 'id', `${assets} not inspected.`)
    }
    const name = errors.optionalText('signatureName', input.signatureName) ?? null
    const signatureName = job.requiresSignature ? errors.required('signatureName', name) : name
    return { signatureName, completedAt: now, closedById: domain.viewer.userId }
  })

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
