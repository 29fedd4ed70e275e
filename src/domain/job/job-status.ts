import { JobStatus } from '../../db/generated/prisma/enums.js'

/** All states of a job. */
export const JOB_STATUSES = Object.values(JobStatus)

/** The states of a job that is not finished. */
export const OPEN_STATUSES: readonly JobStatus[] = ['scheduled', 'in_progress', 'paused']
