import { z } from 'zod'
import { JOB_STATUSES } from '../../domain/job/job-status.js'
import { fieldType, nullable } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { boolean, decimal, epochSeconds, integer, text, uuid } from '../field-types.js'

const jobStatus = fieldType<string>(z.enum(JOB_STATUSES))

/** Set B, one of the two REST APIs: job. */
// prettier-ignore
export const job = recordType('Job', 'Job', {
  id:                [uuid,                   'uuid'],
  number:            [decimal,                'number',              'The number of the job in the company: from 1, without gaps.'],
  jobTypeId:         [uuid,                   'type.uuid'],
  siteId:            [uuid,                   'site.uuid'],
  technicianId:      [uuid,                   'technician.uuid',     'The user who is assigned to the job.'],
  userId:            [uuid,                   'createdBy.uuid',      'The user who created the record.'],
  reference:         [nullable(text),         'reference',           'The company’s own identifier of the job.'],
  instructions:      [nullable(text),         'specialInstructions', 'Text for the technician.'],
  requiresSignature: [boolean,                'requiresSignature'],
  signatureName:     [nullable(text),         'signatureName',       'The name of the person who signed for the completed job.'],
  closedBy:          [nullable(uuid),         'closedBy.uuid',       'The user who completed or cancelled the job.'],
  latestStatus:      [jobStatus,              'status'],
  paused:            [boolean,                'paused',              'Whether the job was started and is paused.'],
  futureStartDate:   [boolean,                'startsInFuture',      'Whether the scheduled start is in the future.'],
  durationMinutes:   [integer,                'totalMinutes',        'Whole minutes worked so far.'],
  createdAt:         [epochSeconds,           'createdAt'],
  updatedAt:         [epochSeconds,           'updatedAt'],
  startedAt:         [epochSeconds,           'scheduledStart',      'The scheduled start.'],
  endedAt:           [epochSeconds,           'scheduledEnd',        'The scheduled end.'],
  completedAt:       [nullable(epochSeconds), 'completedAt',         'When the job was completed.'],
  syncedAt:          [nullable(epochSeconds), 'syncedAt',            'When a device confirmed that it has received the job.'],
})
