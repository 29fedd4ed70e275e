import { z } from 'zod'
import { JOB_STATUSES } from '../../domain/job/job-status.js'
import type { NewJob } from '../../domain/job/new-job.js'
import {
  boolean,
  decimal,
  epochSeconds,
  type FieldType,
  integer,
  text,
  unset,
  uuid,
} from '../fields.js'
import type { WireNames } from '../wire-path.js'
import { recordType } from '../record.js'

const latestStatus: FieldType = { schema: z.enum(JOB_STATUSES) }

/** Specification, Set B: Job. */
// prettier-ignore
export const job = recordType('Job', 'Job', {
  id:                [uuid,                'uuid'],
  number:            [decimal,             'number',              'Counts the company’s jobs from 1, without gaps.'],
  jobTypeId:         [uuid,                'type.uuid'],
  siteId:            [uuid,                'site.uuid'],
  technicianId:      [uuid,                'technician.uuid',     'The user who is to do the work.'],
  userId:            [uuid,                'createdBy.uuid',      'Who created the record.'],
  reference:         [unset(text),         'reference',           'The company’s own identifier of the job.'],
  instructions:      [unset(text),         'specialInstructions', 'Text for the technician.'],
  requiresSignature: [boolean,             'requiresSignature'],
  signatureName:     [unset(text),         'signatureName',       'Who signed for the finished work.'],
  closedBy:          [unset(uuid),         'closedBy.uuid',       'The user who completed or cancelled the job.'],
  latestStatus:      [latestStatus,        'status'],
  paused:            [boolean,             'paused',              'Whether the work was begun and is interrupted.'],
  futureStartDate:   [boolean,             'startsInFuture',      'Whether the scheduled start is still to come.'],
  durationMinutes:   [integer,             'totalMinutes',        'Whole minutes worked so far.'],
  createdAt:         [epochSeconds,        'createdAt'],
  updatedAt:         [epochSeconds,        'updatedAt'],
  startedAt:         [epochSeconds,        'scheduledStart',      'The scheduled start.'],
  endedAt:           [epochSeconds,        'scheduledEnd',        'The scheduled end.'],
  completedAt:       [unset(epochSeconds), 'completedAt',         'When the work was done.'],
  syncedAt:          [unset(epochSeconds), 'syncedAt',            'When a device confirmed that it holds the job.'],
})

/** Specification, B3. */
export const NewJobBody = z
  .object({
    startAt: z.int32().describe('The scheduled start, in epoch seconds.'),
    endAt: z.int32().describe('The scheduled end, in epoch seconds; after the start.'),
    jobTypeId: z.uuid(),
    siteId: z.uuid(),
    technicianId: z.uuid().describe('An active user of the company with the technician role.'),
    reference: z
      .string()
      .describe('The company’s own identifier of the job; empty where it has none.'),
    requiresSignature: z.boolean(),
    zoneIds: z.array(z.uuid()).describe('Zones of the site that the job is about; may be empty.'),
    instructions: z.string().nullish().describe('Text for the technician.'),
  })
  .meta({ id: 'NewJob' })

/** The job that a body asks for. */
export const newJobOf = ({
  startAt,
  endAt,
  instructions,
  ...rest
}: z.output<typeof NewJobBody>): NewJob => ({
  ...rest,
  scheduledStart: new Date(startAt * 1000),
  scheduledEnd: new Date(endAt * 1000),
  specialInstructions: instructions,
})

export const jobNames: WireNames = {
  scheduledStart: 'startAt',
  scheduledEnd: 'endAt',
  specialInstructions: 'instructions',
}
