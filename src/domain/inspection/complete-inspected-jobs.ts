import type { Domain, TransactionDomain } from '../domain.js'
import { workedSecondsAt } from '../job/change-job-status.js'
import { ASSETS_LEFT } from '../job/job-assets.js'
import { queueReports } from '../report/queue-reports.js'
import type { FoundJob } from './inspected-records.js'

/**
 * Completes each job in progress when all assets in use in its zones (or at its site, if the job has no zones) are
 * inspected; its type must allow only one inspection per asset. Does not complete a job if the company closes
 * inspections manually, if the job requires a signature, or before the scheduled end of a job without
 * `allowEarlyClosure`. The transaction must have locked the jobs for update: then the second of two concurrent
 * inspections sees the first one.
 */
export async function completeInspectedJobs(
  tx: TransactionDomain,
  inspections: readonly { readonly job: FoundJob | null }[],
): Promise<void> {
  const now = tx.now()
  const jobs = new Map(
    inspections.flatMap(({ job }) => (job && mayComplete(job, now) ? [[job.id, job]] : [])),
  )
  if (jobs.size === 0 || (await closesManually(tx))) return
  const ids = await completelyInspected(tx, [...jobs.keys()])
  if (ids.length === 0) return
  const worked = ids.map((id) => workedSecondsOf(jobs.get(id), now))
  const values = [tx.viewer.companyId, now.toISOString(), tx.viewer.userId, ids, worked]
  await tx.db.write({ name: 'complete-inspected-jobs', text: COMPLETE, values })
  await queueReports(
    tx,
    'job',
    ids.flatMap((id) => jobs.get(id)?.uuid ?? []),
  )
}

const mayComplete = (job: FoundJob, now: Date) =>
  job.singleInspection &&
  !job.requiresSignature &&
  (job.allowEarlyClosure || now >= job.scheduledEnd)

const workedSecondsOf = (job: FoundJob | undefined, now: Date) =>
  job ? workedSecondsAt(job, now) : 0

async function closesManually({ prisma, viewer }: TransactionDomain): Promise<boolean> {
  const where = { id: viewer.companyId }
  const select = { manualInspectionClosure: true }
  return (await prisma.company.findUniqueOrThrow({ where, select })).manualInspectionClosure
}

/** The ids of the jobs whose assets are all inspected. */
async function completelyInspected({ db, viewer }: Domain, ids: number[]): Promise<number[]> {
  const { rows } = await db.read<{ id: number }>({
    name: 'find-completely-inspected-jobs',
    text: FIND_COMPLETE,
    values: [viewer.companyId, ids],
  })
  return rows.map(({ id }) => id)
}

const FIND_COMPLETE = `
select job.id
from job
where job.company_id = $1::int and job.id = any($2::int[]) and not exists (select 1 ${ASSETS_LEFT})`

const COMPLETE = `
update job
set status = 'completed', completed_at = $2::timestamptz, closed_by_id = $3::int, worked_seconds = done.worked_seconds,
    working_since = null, updated_at = $2
from unnest($4::int[], $5::int[]) as done (id, worked_seconds)
where job.company_id = $1::int and job.id = done.id`
