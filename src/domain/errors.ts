/** Closed on purpose: a new code obliges every face to say what it answers. */
export type DomainErrorCode =
  'INVALID' | 'NOT_FOUND' | 'REMOVED' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'THROTTLED'

/** What is wrong with one field of an input. */
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

export interface ValidationError {
  readonly code: ValidationErrorCode
  /** Where in the domain function's input, such as `['metaData', 0, 'value']`. */
  readonly path: readonly (string | number)[]
  /** A sentence for a person. */
  readonly message: string
}

/** A rule of the domain that the request breaks. Faces translate it; nothing else catches it. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    /** For INVALID: at least one. For NOT_FOUND and REMOVED: the key that named the record, if it came in an input. */
    readonly errors: readonly ValidationError[] = [],
    /** For THROTTLED: whole seconds until the next attempt can succeed. */
    readonly retryAfter?: number,
    /** For THROTTLED: how many attempts there are in a minute. */
    readonly limit?: number,
  ) {
    super(message)
  }
}
