import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/min'
import { z } from 'zod'
import { computed } from '../../http/field-type.js'
import { columns } from '../../http/reader.js'

const require = createRequire(import.meta.url)

/** Loaded at its first use, so that the process starts faster: it is a fifteenth of all loaded code. */
const phoneNumbers = () =>
  require('libphonenumber-js/min') as typeof import('libphonenumber-js/min')

/** A profile's mobile number in international format; null if it is not a valid number of the country. */
export const internationalNumber = computed(
  columns('Profile', 'mobile', 'dialingCode'),
  z.string().nullable(),
  ({ mobile, dialingCode }) => {
    if (mobile === null) return null
    const country = (dialingCode ?? undefined) as CountryCode | undefined
    const parsed = phoneNumbers().parsePhoneNumberFromString(mobile, country)
    return parsed?.formatInternational() ?? null
  },
)
