/** An error of a response. Its `extensions.path` is the path of an invalid value in the mutation's input. */
export interface ResponseError {
  readonly message: string
  readonly extensions?: {
    readonly code?: string
    readonly path?: readonly string[]
    readonly requestId?: string
  }
}

/** A request failed. The message and the code are those of the first error. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError'
  readonly code: string | undefined

  constructor(
    readonly errors: readonly ResponseError[],
    /** The HTTP status; 0 if there was no response. */
    readonly status: number,
    options?: ErrorOptions,
  ) {
    const [first] = errors
    const { code, requestId } = first?.extensions ?? {}
    const request = requestId === undefined ? '' : ` (request ${requestId})`
    super((first?.message ?? `The response has the status ${status}.`) + request, options)
    this.code = code
  }
}

/** The user must sign in: wrong credentials, or the session has ended. */
export class UnauthenticatedError extends RequestError {
  override readonly name = 'UnauthenticatedError'
}

/** The user's role does not allow the operation. */
export class ForbiddenError extends RequestError {
  override readonly name = 'ForbiddenError'
}

/** A variable has a value that its type does not allow. Nothing was executed. */
export class InvalidInputError extends RequestError {
  override readonly name = 'InvalidInputError'
}

/** The service is overloaded, in maintenance or out of reach, or the client sends too much. A retry may succeed. */
export class UnavailableError extends RequestError {
  override readonly name = 'UnavailableError'

  constructor(
    errors: readonly ResponseError[],
    status: number,
    /** The time to wait, from the header `Retry-After`, if any. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(errors, status, options)
  }
}
