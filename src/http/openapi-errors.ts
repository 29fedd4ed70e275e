import { z } from 'zod'
import { forbidden } from '../domain/access/authorise.js'
import { DomainError } from '../domain/errors.js'
import { notAcceptable } from './content-negotiation.js'
import { type ErrorStatus, HttpError, httpErrorOf } from './http-error.js'
import { invalid } from './invalid-request.js'
import type { FormatError } from './mount.js'
import type { Operation } from './operation.js'
import { noSuchRecord, type Part, validate } from './read-request.js'

/** Example of the id of a request. */
const REQUEST_ID = '01993a5e-7c1f-7a42-9d3b-6f0c5e1a2b47'

/** Errors that do not depend on the operation. */
const examples: Partial<Record<ErrorStatus, () => HttpError>> = {
  401: () => httpErrorOf(new DomainError('UNAUTHENTICATED', 'The credentials are not valid.')),
  403: () => httpErrorOf(forbidden()),
  404: () => httpErrorOf(noSuchRecord()),
  410: () => httpErrorOf(new DomainError('REMOVED', 'This record was removed.')),
  406: notAcceptable,
  429: () => new HttpError(429, 'Too many attempts.'),
  500: () => httpErrorOf(new Error()),
  503: () => httpErrorOf({ statusCode: 503 }),
}

/** The body of an error of an operation, as the API formats it. Undefined without an example. */
export function errorExample<Context>(
  operation: Operation<Context>,
  status: ErrorStatus,
  url: string,
  formatError: FormatError,
): unknown {
  const own = operation.errorExamples?.[status]
  const error = own ?? (status === 400 ? invalidExample(operation)?.error : examples[status]?.())
  return error && formatError(error, { id: REQUEST_ID, url })
}

/** A request with one field that is not valid, and the response to it. */
interface Invalid {
  readonly part: Part
  readonly sent: Readonly<Record<string, unknown>>
  readonly error: HttpError
}

/** Of the example request of an operation, with another value in the first field that can be invalid. */
export function invalidExample<Context>(operation: Operation<Context>): Invalid | undefined {
  const part = operation.body ? 'body' : 'query'
  const schema = operation[part]
  if (!schema) return undefined
  const valid = operation.example?.[part] ?? {}
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // A field of text accepts the first of these values, if it is required not the second.
  const values = part === 'body' ? ['x', null] : ['x']
  for (const value of values) {
    for (const name of Object.keys({ ...properties, ...valid })) {
      const sent = { ...valid, [name]: value }
      const { errors } = validate(operation, part, sent)
      if (errors.length === 1) return { part, sent, error: invalid(errors) }
    }
  }
  return undefined
}
