import { JobStatus } from '../../db/generated/prisma/enums.js'
import type { ValidationErrors } from '../validation-errors.js'

export const JOB_STATUSES = Object.values(JobStatus)

/** The statuses of an unfinished job. */
export const OPEN_STATUSES: readonly JobStatus[] = ['scheduled', 'in_progress', 'paused']

/** Whether the work has started, and has not ended. */
export const isUnderWay = (status: JobStatus): boolean =>
  status === 'in_progress' || status === 'paused'

/** SQL: the job is unfinished. Constants, because PostgreSQL uses a partial index only if the text implies its condition. */
export const isOpen = (status: string) =>
  `${status} in (${OPEN_STATUSES.map((open) => `'${open}'`).join(', ')})`

/** The status in an error message. */
export const describeStatus = (status: JobStatus): string => status.replace('_', ' ')

/** The fields that cannot change once the work has started. */
const FIXED_AT_START: readonly string[] = ['siteId', 'jobTypeId']

/**
 * Rejects a changed field that cannot change in this status of the job. Do not call it for `reference`, which can
 * always change.
 */
export function rejectFixed(errors: ValidationErrors, status: JobStatus, path: string): void {
  if (status === 'scheduled') return
  if (OPEN_STATUSES.includes(status) && !FIXED_AT_START.includes(path)) return
  errors.add('WRONG_STATE', path, `A job that is ${describeStatus(status)} keeps this value.`)
}
