import { authorise } from '../access/policy.js'
import type { Job } from '../../db/generated/prisma/client.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { DomainError } from '../errors.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate } from '../require-record.js'

/** The job to move. */
export interface JobMove {
  readonly id: RecordKey
}

/** One step of a job: from which states, to which, and what else it changes. */
interface Step {
  readonly operation: 'startJob' | 'pauseJob' | 'resumeJob' | 'completeJob' | 'cancelJob'
  /** What the step makes of a job, for a sentence. */
  readonly participle: string
  readonly from: readonly Job['status'][]
  readonly to: Job['status']
  readonly change?: (job: Job, now: Date, errors: ValidationErrors) => Partial<Job>
}

/**
 * Takes a job a step further, under its lock: of two that try at once, the second finds the state that the first has
 * made. Technicians move their own jobs only. Time counts as worked while the job is in progress.
 */
export function moveJob(domain: Domain, key: RecordKey, step: Step): Promise<{ id: number }> {
  authorise(domain.viewer, step.operation)
  return inTransaction(domain, async (tx) => {
    const { companyId, userId, role } = tx.viewer
    const { id } = await requireForUpdate(tx, 'Job', key)
    const job = await tx.prisma.job.findUniqueOrThrow({ where: { id, companyId } })
    if (role === 'technician' && job.technicianId !== userId) {
      throw new DomainError('FORBIDDEN', "This job is another technician's.")
    }

    const errors = new ValidationErrors()
    if (!step.from.includes(job.status)) {
      errors.add(
        'WRONG_STATE',
        'id',
        `A job that is ${inWords(job.status)} cannot be ${step.participle}.`,
      )
    }
    errors.throwIfAny()
    const now = tx.now()
    const change = step.change?.(job, now, errors)
    errors.throwIfAny()

    return tx.prisma.job.update({
      where: { id, companyId },
      data: {
        status: step.to,
        workedSeconds: job.workedSeconds + secondsSince(job.workingSince, now),
        workingSince: step.to === 'in_progress' ? now : null,
        ...omitUndefined(change ?? {}),
      },
      select: { id: true },
    })
  })
}

const inWords = (status: Job['status']) => status.replace('_', ' ')

const secondsSince = (since: Date | null, now: Date) =>
  since ? Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000)) : 0
