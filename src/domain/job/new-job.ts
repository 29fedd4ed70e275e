import type { RecordKey } from '../domain.js'
import type { NewDocument } from './documents.js'
import type { ScheduleInput } from './job-schedule.js'

export interface NewJob extends ScheduleInput {
  readonly siteId: RecordKey
  readonly jobTypeId: RecordKey
  /** The assignee: an active user with the technician role. */
  readonly technicianId: RecordKey
  /** Absent: the default of the job type. */
  readonly requiresSignature?: boolean | null | undefined
  /** Zones of the site. Absent: none. */
  readonly zoneIds?: readonly RecordKey[] | null | undefined
  readonly reference?: string | null | undefined
  readonly specialInstructions?: string | null | undefined
  readonly documents?: readonly NewDocument[] | null | undefined
}
