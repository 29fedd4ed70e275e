import { recordType } from '../../http/record.js'
import { boolean, integer, nullableTimestamp, text, timestamp } from '../field-types.js'

/** Set A, one of the two REST APIs: job type. */
// prettier-ignore
export const jobType = recordType('JobType', 'JobType', {
  id:                 [integer,           'id'],
  description:        [text,              'description'],
  created_at:         [timestamp,         'createdAt'],
  updated_at:         [timestamp,         'updatedAt'],
  deleted_at:         [nullableTimestamp, 'deletedAt'],
  company_id:         [integer,           'companyId'],
  pass_percentage:    [integer,           'passPercentage'],
  active:             [boolean,           'active'],
  requires_signature: [boolean,           'requiresSignature'],
  single_inspection:  [boolean,           'singleInspection'],
})

/** Set A, one of the two REST APIs: job type, list form. */
// prettier-ignore
export const jobTypeInList = recordType('JobTypeInList', 'JobType', {
  id:                 [integer, 'id'],
  description:        [text,    'description'],
  requires_signature: [boolean, 'requiresSignature'],
})
