import { integer, text, uuid } from '../fields.js'
import { recordType } from '../record.js'

/** Specification, Set B: Job type. */
// prettier-ignore
export const jobType = recordType('JobType', 'JobType', {
  id:             [uuid,    'uuid'],
  description:    [text,    'description'],
  passPercentage: [integer, 'passPercentage', 'The lowest score, 0 to 100, with which an inspection passes.'],
})
