import { epochSeconds, text, unset, uuid } from '../fields.js'
import { recordType } from '../record.js'

/** Specification, Set B: Client. */
// prettier-ignore
export const client = recordType('Client', 'Client', {
  id:                 [uuid,         'uuid'],
  legalName:          [text,         'legalName'],
  tradingName:        [unset(text),  'tradingName'],
  registrationNumber: [unset(text),  'registrationNumber'],
  vatNumber:          [unset(text),  'vatNumber'],
  userId:             [uuid,         'createdBy.uuid', 'Who created the record.'],
  createdAt:          [epochSeconds, 'createdAt'],
  updatedAt:          [epochSeconds, 'updatedAt'],
})
