import { JobStatus } from '../../db/generated/prisma/enums.js'

export const JOB_STATUSES = Object.values(JobStatus)

/** The statuses of an unfinished job. */
export const OPEN_STATUSES: readonly JobStatus[] = ['scheduled', 'in_progress', 'paused']
