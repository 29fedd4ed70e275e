import type { Job } from '../../db/generated/prisma/client.js'
import { authorise } from '../access/policy.js'
import { type Changed, type Domain, inTransaction, type RecordKey } from '../domain.js'
import { DomainError } from '../errors.js'
import { requireForUpdate } from '../record/require-record.js'
import { updateColumns } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'

/** A transition of a job's status. */
interface Transition {
  readonly operation: 'startJob' | 'pauseJob' | 'resumeJob' | 'completeJob' | 'cancelJob'
  /** The verb in the error message "A job that is … cannot be paused." */
  readonly participle: string
  readonly from: readonly Job['status'][]
  readonly to: Job['status']
  /** Further columns that the transition sets. */
  readonly change?: (job: Job, now: Date, errors: ValidationErrors) => Partial<Job>
}

/**
 * Changes the status of a job in one transaction that locks the job: of two concurrent transitions, the second sees the
 * status that the first has set. Technicians change only their own jobs. A job's work time counts while the job is in
 * progress.
 */
export async function moveJob(
  domain: Domain,
  key: RecordKey,
  { operation, participle, from, to, change }: Transition,
): Promise<Changed> {
  authorise(domain.viewer, operation)
  return inTransaction(domain, async (tx) => {
    const { companyId, userId, role } = tx.viewer
    const { id } = await requireForUpdate(tx, 'Job', key)
    const job = await tx.prisma.job.findUniqueOrThrow({ where: { id, companyId } })
    if (role === 'technician' && job.technicianId !== userId) {
      throw new DomainError('FORBIDDEN', "This job is another technician's.")
    }

    const errors = new ValidationErrors()
    if (!from.includes(job.status)) {
      const status = job.status.replace('_', ' ')
      errors.add('WRONG_STATE', 'id', `A job that is ${status} cannot be ${participle}.`)
    }
    errors.throwIfAny()
    const now = tx.now()
    const changed = change?.(job, now, errors)
    errors.throwIfAny()

    return updateColumns(tx, 'Job', id, {
      status: to,
      workedSeconds: job.workedSeconds + secondsSince(job.workingSince, now),
      workingSince: to === 'in_progress' ? now : null,
      ...changed,
    })
  })
}

const secondsSince = (since: Date | null, now: Date) =>
  since ? Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000)) : 0
