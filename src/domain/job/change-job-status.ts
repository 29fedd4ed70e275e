import type { Job } from '../../db/generated/prisma/client.js'
import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { authorise } from '../access/authorise.js'
import {
  type Changed,
  type Domain,
  inTransaction,
  queryRows,
  type RecordKey,
  type TransactionDomain,
} from '../domain.js'
import { idsAndUuids, isOneOfRecords } from '../record/record-key.js'
import { type Locked, requireForUpdate } from '../record/require-record.js'
import { sendChange } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { describeStatus, OPEN_STATUSES } from './job-status.js'
import { requireOwnJob } from './own-job.js'

interface Transition {
  /** The verb in the error message "A job that is … cannot be started." */
  readonly participle: string
  readonly from: readonly JobStatus[]
  readonly to: JobStatus
  /** Rejected for a job without a technician. */
  readonly needsTechnician?: boolean
}

/** The state machine of a job's status. */
const transitions = {
  startJob: {
    participle: 'started',
    from: ['scheduled'],
    to: 'in_progress',
    needsTechnician: true,
  },
  pauseJob: { participle: 'paused', from: ['in_progress'], to: 'paused' },
  resumeJob: { participle: 'resumed', from: ['paused'], to: 'in_progress' },
  completeJob: { participle: 'completed', from: ['in_progress', 'paused'], to: 'completed' },
  cancelJob: { participle: 'cancelled', from: OPEN_STATUSES, to: 'cancelled' },
} as const satisfies Record<string, Transition>

/**
 * Changes the status of a job, and adds the time in progress to its work time. The transaction locks the job: the
 * second of two concurrent transitions sees the status that the first one set. `change` returns further columns to set.
 * Throws FORBIDDEN for the job of another technician.
 */
export async function changeJobStatus(
  domain: Domain,
  key: RecordKey,
  operation: keyof typeof transitions,
  change?: (
    job: Locked<'Job'>,
    now: Date,
    errors: ValidationErrors,
    tx: TransactionDomain,
  ) => Partial<Job> | Promise<Partial<Job>>,
): Promise<Changed> {
  const { participle, from, to, needsTechnician = false }: Transition = transitions[operation]
  authorise(domain.viewer, operation)
  return inTransaction(domain, async (tx) => {
    // Sent together. A technician can only change the status of their own job.
    const [job, unassigned] = await Promise.all([
      requireForUpdate(tx, 'Job', key),
      needsTechnician && tx.viewer.role === 'admin' && isUnassigned(tx, key),
    ])
    requireOwnJob(tx.viewer, job)

    const errors = new ValidationErrors()
    if (!from.includes(job.status)) {
      const status = describeStatus(job.status)
      errors.add('WRONG_STATE', 'id', `A job that is ${status} cannot be ${participle}.`)
    }
    if (unassigned) {
      const message = `A job without a technician cannot be ${participle}: assign it first.`
      errors.add('WRONG_STATE', 'id', message)
    }
    errors.throwIfAny()
    const now = tx.now()
    const changed = await change?.(job, now, errors, tx)
    errors.throwIfAny()

    return sendChange(tx, 'Job', job, {
      status: to,
      workedSeconds: workedSecondsAt(job, now),
      workingSince: to === 'in_progress' ? now : null,
      ...changed,
    })
  })
}

/** The seconds of work on a job until `now`. */
export const workedSecondsAt = (
  { workedSeconds, workingSince }: Pick<Job, 'workedSeconds' | 'workingSince'>,
  now: Date,
): number =>
  workedSeconds +
  (workingSince ? Math.max(0, Math.round((now.getTime() - workingSince.getTime()) / 1000)) : 0)

/** Whether the technician of a job is the placeholder; false if there is no such job. */
async function isUnassigned(domain: Domain, key: RecordKey): Promise<boolean> {
  const { ids, uuids } = idsAndUuids([key])
  const [technician] = await queryRows<{ placeholder: boolean }>(domain, {
    name: 'find-technician-of-job',
    text: FIND_TECHNICIAN,
    values: [domain.viewer.companyId, ids, uuids],
  })
  return technician?.placeholder === true
}

const FIND_TECHNICIAN = `
select u.placeholder
from job
join app_user u on u.company_id = $1 and u.id = job.technician_id
where ${isOneOfRecords('job', '$1::int', ['$2', '$3'], true)}`
