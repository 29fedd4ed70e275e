import { recordType } from '../../http/record.js'
import { imageUrl, integer, nullableText, nullableTimestamp, timestamp } from '../field-types.js'
import { internationalNumber } from './international-number.js'

/** Set A, one of the two REST APIs: user, `profile`. */
// prettier-ignore
export const profile = recordType('Profile', 'Profile', {
  id:               [integer,             'id'],
  user_id:          [integer,             'userId'],
  mobile:           [nullableText,        'mobile'],
  telephone:        [nullableText,        'telephone'],
  picture:          [nullableText,        'picture'],
  created_at:       [timestamp,           'createdAt'],
  updated_at:       [timestamp,           'updatedAt'],
  deleted_at:       [nullableTimestamp,   'deletedAt'],
  position:         [nullableText,        'position'],
  dialing_code:     [nullableText,        'dialingCode', 'The country (ISO 3166-1, such as `GB`) whose dialing code belongs to `mobile`.'],
  employee_number:  [nullableText,        'employeeNumber'],
  id_number:        [nullableText,        'idNumber'],
  picture_url:      [imageUrl,            'picture'],
  formatted_mobile: [internationalNumber, 'self', '`mobile` in international format; null if it is not a valid number.'],
})
