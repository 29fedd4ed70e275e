import { recordType } from '../../http/record.js'
import {
  imagePath,
  imageUrl,
  integer,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
} from '../field-types.js'

/** Set A, one of the two REST APIs: client. */
// prettier-ignore
export const client = recordType('Client', 'Client', {
  id:                  [integer,           'id'],
  legal_name:          [text,              'legalName'],
  trading_name:        [nullableText,      'tradingName'],
  registration_number: [nullableText,      'registrationNumber'],
  vat_number:          [nullableText,      'vatNumber'],
  user_id:             [integer,           'userId'],
  created_at:          [timestamp,         'createdAt'],
  updated_at:          [timestamp,         'updatedAt'],
  deleted_at:          [nullableTimestamp, 'deletedAt'],
  logo:                [imagePath,         'logoUrl'],
  company_id:          [integer,           'companyId'],
  logo_url:            [imageUrl,          'logoUrl'],
})

/** Set A, one of the two REST APIs: the client in an item of a list. */
// prettier-ignore
export const clientInList = recordType('ClientInList', 'Client', {
  id:         [integer,  'id'],
  legal_name: [text,     'legalName'],
  logo_url:   [imageUrl, 'logoUrl'],
})
