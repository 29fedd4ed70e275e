import type { JobStatus } from '../../db/generated/prisma/enums.js'

/** The states of a job that is not finished. */
export const OPEN_STATUSES: readonly JobStatus[] = ['scheduled', 'in_progress', 'paused']
