import type { ValidationErrors } from '../validation-errors.js'

export const CUSTOM_FIELD_KINDS = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE'] as const

export type CustomFieldKind = (typeof CUSTOM_FIELD_KINDS)[number]

/** A float has 15 exact decimal digits: a client that reads a value as a float gets the same number. */
const MAX_DIGITS = 15

/** What an error says about a text that is not a value of the kind. */
const EXPECTED: Readonly<Record<CustomFieldKind, string>> = {
  TEXT: 'A text is expected.',
  NUMBER: `A decimal number such as 12.5, of at most ${MAX_DIGITS} digits, is expected.`,
  DATE: 'A date such as 2027-01-31 is expected.',
  BOOLEAN: 'true or false is expected.',
  CHOICE: 'A text is expected.',
}

/**
 * For each kind, the text that is stored for a value; undefined if the text is not a value of the kind. Equal values have
 * equal texts.
 */
const canonical: Readonly<Record<CustomFieldKind, (text: string) => string | undefined>> = {
  TEXT: (text) => text,
  NUMBER: canonicalNumber,
  DATE: canonicalDate,
  BOOLEAN: (text) => /^(?:true|false)$/i.exec(text)?.[0].toLowerCase(),
  CHOICE: (text) => text,
}

/** Whether every text is a value of the kind, so that the options alone decide. */
export const acceptsAnyText = (kind: CustomFieldKind) => kind === 'TEXT' || kind === 'CHOICE'

export const canonicalValue = (kind: CustomFieldKind, text: string): string | undefined =>
  canonical[kind](text)

/** The part of a custom field that decides which values it allows. */
interface Rules {
  readonly kind: CustomFieldKind
  readonly minimum?: number | null
  readonly maximum?: number | null
  readonly options: readonly string[]
}

/** Checks a value, and returns the text to store. */
export function checkValue(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  field: Rules,
  text: string,
): string {
  const value = canonicalValue(field.kind, text)
  if (value === undefined) errors.add('INVALID', path, EXPECTED[field.kind])
  else if (!isInBounds(field, value)) {
    errors.add('OUT_OF_RANGE', path, `A number ${boundsOf(field)} is expected.`)
  } else if (!isOption(field, value)) {
    errors.add('INVALID', path, `One of ${field.options.join(', ')} is expected.`)
  }
  return value ?? text
}

/** Whether a field allows a value that another field of the same kind has stored. */
export const allows = (field: Rules, value: string): boolean =>
  canonicalValue(field.kind, value) === value && isInBounds(field, value) && isOption(field, value)

const isInBounds = ({ kind, minimum, maximum }: Rules, value: string) =>
  kind !== 'NUMBER' ||
  (Number(value) >= (minimum ?? -Infinity) && Number(value) <= (maximum ?? Infinity))

const isOption = ({ options }: Rules, value: string) =>
  options.length === 0 || options.includes(value)

function boundsOf({ minimum, maximum }: Rules): string {
  if (minimum == null) return `of at most ${maximum}`
  return maximum == null ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
}

/** Without leading zeros, and without trailing zeros of the fraction. */
function canonicalNumber(text: string): string | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/0+$/, '')
  if (digits.length + rest.length > MAX_DIGITS) return undefined
  const number = rest === '' ? digits : `${digits}.${rest}`
  return sign === '-' && number !== '0' ? `-${number}` : number
}

/** A date of the calendar, as YYYY-MM-DD. */
function canonicalDate(text: string): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined
}
