import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { computed } from '../../http/field-type.js'
import { columns } from '../../http/reader.js'
import { recordType } from '../../http/record.js'
import {
  imagePath,
  imageUrl,
  integer,
  nullableText,
  nullableTimestamp,
  timestamp,
} from '../field-types.js'

/** A profile's mobile number in international format; null if it is not a valid number of the country. */
const internationalNumber = computed(
  columns('Profile', 'mobile', 'dialingCode'),
  z.string().nullable(),
  ({ mobile, dialingCode }) => {
    if (mobile === null) return null
    const country = (dialingCode ?? undefined) as CountryCode | undefined
    const parsed = parsePhoneNumberFromString(mobile, country)
    return parsed?.formatInternational() ?? null
  },
)

/** Set A, one of the two REST APIs: user, `profile`. */
// prettier-ignore
export const profile = recordType('Profile', 'Profile', {
  id:               [integer,             'id'],
  user_id:          [integer,             'userId'],
  mobile:           [nullableText,        'mobile'],
  telephone:        [nullableText,        'telephone'],
  picture:          [imagePath,           'pictureUrl'],
  created_at:       [timestamp,           'createdAt'],
  updated_at:       [timestamp,           'updatedAt'],
  deleted_at:       [nullableTimestamp,   'deletedAt'],
  position:         [nullableText,        'position'],
  dialing_code:     [nullableText,        'dialingCode', 'The country (ISO 3166-1, such as `GB`) whose dialing code belongs to `mobile`.'],
  employee_number:  [nullableText,        'employeeNumber'],
  id_number:        [nullableText,        'idNumber'],
  picture_url:      [imageUrl,            'pictureUrl'],
  formatted_mobile: [internationalNumber, 'self', '`mobile` in international format; null if it is not a valid number.'],
})
