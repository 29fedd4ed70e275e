import type { ValidationErrorCode } from '../domain/errors.js'
import type { FieldError } from '../http/http-error.js'

/** Laravel's words for what the domain finds wrong. */
// prettier-ignore
const words = {
  REQUIRED:     'The :attribute field is required.',
  INVALID:      'The selected :attribute is invalid.',
  TOO_LONG:     'The :attribute field is too long.',
  OUT_OF_RANGE: 'The :attribute field is out of range.',
  NOT_FOUND:    'The selected :attribute is invalid.',
  TAKEN:        'The :attribute has already been taken.',
  NOT_ALLOWED:  'The :attribute field is prohibited.',
  WRONG_STATE:  'The selected :attribute is invalid.',
  IN_USE:       'The selected :attribute is invalid.',
} as const satisfies Record<ValidationErrorCode, string>

/** Of fields of which the domain's codes say too little. */
const wordsOfField: Readonly<Record<string, string>> = {
  'INVALID end_date': 'The :attribute field must be a date after start date.',
}

/** What is wrong with a field, in a sentence. A schema's message has `:attribute` where the field's name belongs. */
export function wordingOf({ path, code, message }: FieldError): string {
  const template =
    code !== 'REQUIRED' && message.includes(':attribute')
      ? message
      : (wordsOfField[`${code} ${path.join('.')}`] ?? words[code])
  return template.replaceAll(':attribute', path.join('.').replaceAll('_', ' '))
}
