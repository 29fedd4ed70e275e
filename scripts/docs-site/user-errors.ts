import type { ValidationErrorCode } from '../../src/domain/errors.js'

interface Advice {
  readonly when: string
  readonly advice: string
}

/** When a validation error occurs, and what a client should do. The schema has the meaning of each code. */
export const userErrors: Readonly<Record<ValidationErrorCode, Advice>> = {
  REQUIRED: {
    when: 'a field that the record needs is null or blank',
    advice: 'ask the user for the value',
  },
  INVALID: {
    when: 'an email address, a time zone, a phone number or an id is malformed, or two values do not fit each other',
    advice: 'show the message at the field',
  },
  TOO_LONG: {
    when: 'a text has more characters than allowed, or a list more entries; the message has the limit',
    advice: 'show the message at the field; limit the length in the form',
  },
  OUT_OF_RANGE: {
    when: 'a number or a time is outside of the range in the message',
    advice: 'show the message at the field',
  },
  NOT_FOUND: {
    when: 'an id in the input is of no record of the company, or of a removed one',
    advice: 'load the list from which the user chose again',
  },
  TAKEN: {
    when: 'another record has the code, barcode, name or email address; or the idempotency key was used with another input',
    advice: 'show the message at the field; for an idempotency key, create a new one',
  },
  NOT_ALLOWED: {
    when: 'a rule of the company forbids the value, for example a barcode that the company does not assign itself',
    advice: 'show the message; an admin may change the rule with `updateCompany`',
  },
  WRONG_STATE: {
    when: 'the job or the asset is in a state that the mutation does not allow, such as starting a completed job',
    advice: 'load the record again, and offer what its state allows',
  },
  STALE: {
    when: '`expectedUpdatedAt` is not the `updatedAt` of the record: another client has changed it',
    advice:
      'show the current record, which is in the payload, beside the input of the user; then send the mutation with its `updatedAt`',
  },
  IN_USE: {
    when: 'a record is removed that others depend on',
    advice: 'remove or move these records first; the message says which they are',
  },
}
