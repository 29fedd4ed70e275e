import { nullable } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { epochSeconds, text, uuid } from '../field-types.js'

/** Set B, one of the two REST APIs: client. */
// prettier-ignore
export const client = recordType('Client', 'Client', {
  id:                 [uuid,           'uuid'],
  legalName:          [text,           'legalName'],
  tradingName:        [nullable(text), 'tradingName'],
  registrationNumber: [nullable(text), 'registrationNumber'],
  vatNumber:          [nullable(text), 'vatNumber'],
  userId:             [uuid,           'createdBy.uuid', 'The user who created the record.'],
  createdAt:          [epochSeconds,   'createdAt'],
  updatedAt:          [epochSeconds,   'updatedAt'],
})
