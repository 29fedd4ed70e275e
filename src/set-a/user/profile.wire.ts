import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/min'
import type { z } from 'zod'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableText,
  nullableTimestamp,
  record,
  timestamp,
  writeImageUrl,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'

/** Set A: User, `profile`. */
export const Profile = record('Profile', {
  id: integer,
  user_id: integer,
  mobile: nullableText,
  telephone: nullableText,
  picture: nullableText,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
  position: nullableText,
  dialing_code: nullableText.describe('The country, such as `GB`, whose code `mobile` takes.'),
  employee_number: nullableText,
  id_number: nullableText,
  picture_url: nullableText,
  formatted_mobile: nullableText.describe('`mobile` in international form.'),
})

export const profileFields = fields(
  'id',
  'userId',
  'mobile',
  'telephone',
  'picture',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'position',
  'dialingCode',
  'employeeNumber',
  'idNumber',
)
export type ProfileRow = Row<'Profile', typeof profileFields>

export const presentProfile = (profile: ProfileRow): z.output<typeof Profile> => ({
  id: profile.id,
  user_id: profile.userId,
  mobile: profile.mobile,
  telephone: profile.telephone,
  picture: profile.picture,
  created_at: writeTimestamp(profile.createdAt),
  updated_at: writeTimestamp(profile.updatedAt),
  deleted_at: writeNullableTimestamp(profile.deletedAt),
  position: profile.position,
  dialing_code: profile.dialingCode,
  employee_number: profile.employeeNumber,
  id_number: profile.idNumber,
  picture_url: writeImageUrl(profile.picture),
  formatted_mobile: writeInternational(profile.mobile, profile.dialingCode),
})

const require = createRequire(import.meta.url)

/** Loaded with the first number, because it is a fifteenth of all modules. */
const phoneNumbers = () =>
  require('libphonenumber-js/min') as typeof import('libphonenumber-js/min')

/** A number as it is dialled from abroad; null where it is no number of the country. */
function writeInternational(number: string | null, country: string | null): string | null {
  if (number === null) return null
  const parsed = phoneNumbers().parsePhoneNumberFromString(
    number,
    (country ?? undefined) as CountryCode,
  )
  return parsed?.formatInternational() ?? null
}
