import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { computed } from '../../http/field-type.js'
import { columns } from '../../http/reader.js'

/** A profile's mobile number in international format; null if it is not a valid number of the country. */
export const internationalNumber = computed(
  columns('Profile', 'mobile', 'dialingCode'),
  z.string().nullable(),
  ({ mobile, dialingCode }) => {
    if (mobile === null) return null
    const country = (dialingCode ?? undefined) as CountryCode | undefined
    const parsed = parsePhoneNumberFromString(mobile, country)
    return parsed?.formatInternational() ?? null
  },
)
