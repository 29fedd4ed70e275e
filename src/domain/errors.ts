/** A closed union, so that an interface whose error table lacks a code does not compile. */
export type DomainErrorCode =
  'INVALID' | 'NOT_FOUND' | 'REMOVED' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'THROTTLED'

export type ValidationErrorCode =
  | 'REQUIRED'
  | 'INVALID'
  | 'TOO_LONG'
  | 'OUT_OF_RANGE'
  | 'NOT_FOUND'
  | 'TAKEN'
  | 'NOT_ALLOWED'
  | 'WRONG_STATE'
  | 'IN_USE'

/** An error in one field of an input. */
export interface ValidationError {
  readonly code: ValidationErrorCode
  /** The path of the field in the domain function's input, such as `['metaData', 0, 'value']`. */
  readonly path: readonly (string | number)[]
  /** A sentence for the end user. */
  readonly message: string
}

/** A request breaks a rule of the domain. Only the interfaces catch it, and turn it into their own errors. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    /** For INVALID: at least one. For NOT_FOUND and REMOVED: one for the key, if the key is in an input. */
    readonly errors: readonly ValidationError[] = [],
    /** For THROTTLED: whole seconds until an attempt can succeed again. */
    readonly retryAfter?: number,
    /** For THROTTLED: the number of attempts allowed in a minute. */
    readonly limit?: number,
  ) {
    super(message)
  }
}
