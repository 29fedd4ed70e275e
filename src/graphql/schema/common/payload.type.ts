import type { ClassType } from 'type-graphql'
import {
  DomainError,
  type ValidationError,
  type ValidationErrorCode,
} from '../../../domain/errors.js'
import type { Changed } from '../../../domain/domain.js'
import { StaleError } from '../../../domain/record/stale.js'
import type { Context } from '../../context.js'
import { enumType } from './enum-type.js'
import { NonNull, Nullable, ValueType } from './type.decorator.js'
import { recordFieldOf, typePrefixOf } from './mutation-name.js'

const UserErrorCode = enumType<ValidationErrorCode>('UserErrorCode', 'The kind of error.', {
  REQUIRED: 'A value is missing.',
  INVALID: 'The value is malformed, or not one of the allowed values.',
  TOO_LONG: 'The text or the list is too long.',
  OUT_OF_RANGE: 'The number or the time is too small or too large.',
  NOT_FOUND: 'The company has no record with this id, or the record is removed.',
  TAKEN: 'The value must be unique, and another record has it.',
  NOT_ALLOWED:
    'A rule of the company or the configuration of the service forbids this; `message` says which.',
  WRONG_STATE: 'The record is not in a state that allows this.',
  STALE:
    'The record has changed since its `updatedAt` was read. The payload has the current record, unless the mutation has several rows.',
  IN_USE: 'Other records depend on this one.',
})

@ValueType(
  'UserError',
  'A validation error: something in the input that the client can correct. A mutation with validation errors writes nothing, except a mutation of many rows with `SKIP_FAILED`.',
)
export class UserErrorType {
  @NonNull(UserErrorCode, 'The kind of error.')
  readonly code!: ValidationErrorCode

  @Nullable(
    [String],
    'The path in `input`, such as `["customFieldValues", "0", "value"]`; null if the error is not about one field.',
  )
  readonly field!: string[] | null

  @NonNull(String, 'A sentence to show to the user, in English.')
  readonly message!: string
}

/** The result of a mutation: `userErrors`, and further fields such as the record. */
export interface Payload {
  readonly userErrors: readonly UserErrorType[]
}

/**
 * The payload type of a mutation on one record: `CreateSitePayload { site userErrors }` for `createSite`. `field` is
 * the name of the field with the record; by default, it is the record in the mutation's name.
 */
export function payloadType(mutation: string, record: ClassType, field = recordFieldOf(mutation)) {
  @ValueType(`${typePrefixOf(mutation)}Payload`, `The result of \`${mutation}\`.`)
  class PayloadType implements Payload {
    @NonNull([UserErrorType], 'The validation errors; empty if the mutation succeeded.')
    readonly userErrors!: UserErrorType[]
  }
  Nullable(
    record,
    'The record after the mutation. Null if there are `userErrors`, unless the error is `STALE`: then the current record.',
  )(PayloadType.prototype, field)
  return PayloadType
}

/** The payload type of a mutation without a record: `ResetPasswordPayload { ok userErrors }` for `resetPassword`. */
export function okPayloadType(mutation: string, description: string) {
  @ValueType(`${typePrefixOf(mutation)}Payload`, `The result of \`${mutation}\`.`)
  class OkPayloadType implements Payload {
    @Nullable(Boolean, `${description} Null if there are \`userErrors\`.`)
    readonly ok?: boolean

    @NonNull([UserErrorType], 'The validation errors; empty if the mutation succeeded.')
    readonly userErrors!: UserErrorType[]
  }
  return OkPayloadType
}

/**
 * Runs a mutation. If the domain rejects the input, returns the validation errors; if the update is stale, also the
 * current record. Rethrows all other errors.
 */
export async function withUserErrors(
  { request: { record } }: Context,
  run: () => Promise<Payload>,
  read?: (stale: Changed) => Promise<Payload>,
): Promise<Payload> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError) || !CORRECTABLE.includes(error.code)) throw error
    const current = error instanceof StaleError && read ? await read(error.record) : undefined
    record.failFields(error.errors)
    return { ...current, userErrors: error.errors.map(userError) }
  }
}

const CORRECTABLE: readonly string[] = ['INVALID', 'NOT_FOUND', 'REMOVED']

/** Converts a validation error of the domain to a `UserError`. */
export const userError = ({ code, path, message }: ValidationError): UserErrorType => ({
  code,
  field: path.length === 0 ? null : path.map(String),
  message,
})
