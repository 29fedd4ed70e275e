import { recordType } from '../../http/record.js'
import { integer, nullableTimestamp, text, timestamp } from '../field-types.js'

/** Set A, one of the two REST APIs: risk. */
// prettier-ignore
export const risk = recordType('Risk', 'Risk', {
  id:         [integer,           'id'],
  level:      [text,              'level'],
  value:      [integer,           'value'],
  created_at: [timestamp,         'createdAt'],
  updated_at: [timestamp,         'updatedAt'],
  deleted_at: [nullableTimestamp, 'deletedAt'],
})

/** Set A, one of the two REST APIs: the risk in an item of a list. */
// prettier-ignore
export const riskInList = recordType('RiskInList', 'Risk', {
  id:    [integer, 'id'],
  level: [text,    'level'],
  value: [integer, 'value'],
})
