/** A union, so that the error table of an API (GraphQL or REST) does not compile if it lacks a code. */
export type DomainErrorCode =
  'INVALID' | 'NOT_FOUND' | 'REMOVED' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'THROTTLED' | 'OVERLOADED'

export type ValidationErrorCode =
  | 'REQUIRED'
  | 'INVALID'
  | 'TOO_LONG'
  | 'OUT_OF_RANGE'
  | 'NOT_FOUND'
  | 'TAKEN'
  | 'NOT_ALLOWED'
  | 'WRONG_STATE'
  | 'STALE'
  | 'IN_USE'

/** An error in one field of an input. */
export interface ValidationError {
  readonly code: ValidationErrorCode
  /** The path of the field in the domain function's input, such as `['customFieldValues', 0, 'value']`. */
  readonly path: readonly (string | number)[]
  /** A sentence for the end user. */
  readonly message: string
}

/** A request breaks a rule of the domain. The APIs catch this error and map it to their own errors. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    /**
     * INVALID has at least one validation error, except in a dry run. NOT_FOUND and REMOVED have one, for the record's
     * key, if the key is in an input.
     */
    readonly errors: readonly ValidationError[] = [],
    /** For THROTTLED and OVERLOADED: whole seconds until an attempt can succeed again. */
    readonly retryAfter?: number,
    /** For THROTTLED: the number of attempts allowed in a minute, or of invitations in an hour. */
    readonly limit?: number,
  ) {
    super(message)
  }
}

/** The service is offline for maintenance. Every API responds with the status 503 and `Retry-After`. */
export class MaintenanceError extends Error {
  override readonly name = 'MaintenanceError'
  readonly statusCode = 503

  constructor() {
    super('The service is offline for maintenance.')
  }
}
