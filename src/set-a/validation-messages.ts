import type { ValidationError, ValidationErrorCode } from '../domain/errors.js'
import { SKIPPED } from '../domain/job/job-schedule.js'

/** Laravel's messages for the domain's error codes. */
// prettier-ignore
const messages = {
  REQUIRED:     'The :attribute field is required.',
  INVALID:      'The selected :attribute is invalid.',
  TOO_LONG:     'The :attribute field is too long.',
  OUT_OF_RANGE: 'The :attribute field is out of range.',
  NOT_FOUND:    'The selected :attribute is invalid.',
  TAKEN:        'The :attribute has already been taken.',
  NOT_ALLOWED:  'The :attribute field is prohibited.',
  WRONG_STATE:  'The selected :attribute is invalid.',
  STALE:        'The selected :attribute is invalid.',
  IN_USE:       'The selected :attribute is invalid.',
} as const satisfies Record<ValidationErrorCode, string>

/** Messages by code and field. They take precedence over those by code. */
const messagesOfField: Readonly<Record<string, string>> = {
  'INVALID end_date': 'The :attribute field must be a date after start date.',
  'TAKEN Idempotency-Key': 'The :attribute was already used for a request with other values.',
  'INVALID end_time': 'The :attribute field must be a time after start time.',
}

const SKIPPED_TIME =
  'The :attribute field must be a time that exists at the site: clocks are set forward.'

/**
 * The message of an error. A message of a schema, with the placeholder `:attribute` for the field, takes precedence.
 * The domain's message for a required custom field has the field's label; `meta_data` alone would not say which field.
 */
export function messageOf({ path, code, message: given }: ValidationError): string {
  if (code === 'REQUIRED' && path[0] === 'meta_data') return given
  const message = given === SKIPPED ? SKIPPED_TIME : given
  const template =
    code !== 'REQUIRED' && message.includes(':attribute')
      ? message
      : (messagesOfField[`${code} ${path.join('.')}`] ?? messages[code])
  return template.replaceAll(':attribute', path.join('.').replaceAll('_', ' '))
}
