import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ValidationErrors } from '../validation-errors.js'

const MAX_LENGTH = 64

/** The length of a number without a country: short codes have three digits; E.164 allows fifteen. */
const MIN_DIGITS = 3
const MAX_DIGITS = 15

/**
 * Checks a telephone number, and returns it as given, trimmed. With a `+` it must have a length that numbers of its
 * country have. Without, its country is unknown: then it must have 3 to 15 digits, in the notation of any country, with
 * or without an extension.
 */
export function checkTelephone<Value extends string | null | undefined>(
  errors: ValidationErrors,
  path: string | readonly string[],
  value: Value,
): Value | null {
  const text = errors.optionalText(path, value, MAX_LENGTH)
  if (typeof text === 'string' && text.length <= MAX_LENGTH && !isTelephone(text)) {
    errors.add('INVALID', path, 'A telephone number, such as +44 20 7946 0001, is expected.')
  }
  return text
}

function isTelephone(text: string): boolean {
  // The country decides how the digits are read, not whether they are a number.
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'GB', extract: false })
  if (!parsed) return false
  const { length } = parsed.nationalNumber
  return /^[+＋]/.test(text) ? parsed.isPossible() : length >= MIN_DIGITS && length <= MAX_DIGITS
}
