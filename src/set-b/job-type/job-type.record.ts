import { recordType } from '../../http/record.js'
import { integer, text, uuid } from '../field-types.js'

/** Set B, one of the two REST APIs: job type. */
// prettier-ignore
export const jobType = recordType('JobType', 'JobType', {
  id:             [uuid,    'uuid'],
  description:    [text,    'description'],
  passPercentage: [integer, 'passPercentage', 'The lowest score, 0 to 100, with which an inspection passes.'],
})
