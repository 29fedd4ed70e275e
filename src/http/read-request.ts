import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { DomainError, type ValidationError, type ValidationErrorCode } from '../domain/errors.js'
import type { Domain } from '../domain/domain.js'
import type { Operation, ReadBody, ValidatedRequest } from './operation.js'
import { isBlank, isMissing, messageOf } from './schema-messages.js'
import { wellFormed } from './well-formed.js'

interface ReadRequest {
  /** The request. Malformed values are left out: if there are errors, a required field of the body may be undefined. */
  readonly parts: ValidatedRequest
  readonly errors: readonly ValidationError[]
  readonly release: ReadBody['release']
}

/**
 * Reads a request and validates it with the schemas of its operation. Throws NOT_FOUND if a path parameter is
 * malformed.
 */
export async function readRequest<Context>(
  operation: Operation<Context>,
  request: FastifyRequest,
  domain: Domain,
): Promise<ReadRequest> {
  const { params, readBody } = operation
  const parsedParams = params?.safeParse(request.params)
  if (parsedParams?.error) throw noSuchRecord()
  const read: ReadBody = readBody ? await readBody(request, domain) : { body: request.body }
  const errors: ValidationError[] = []
  const parse = (part: Part, value: unknown) => {
    const validated = validate(operation, part, value)
    errors.push(...validated.errors)
    return validated.data
  }
  const [path = '', search = ''] = request.url.split(/\?(.*)/s, 2)
  const parts = request.meter.time(() => ({
    params: parsedParams?.data,
    query: parse('query', request.query),
    body: parse('body', read.body ?? {}),
    path,
    search,
    headers: request.headers,
    origin: request.access.origin,
  }))
  return { parts, errors, release: read.release }
}

export const noSuchRecord = () => new DomainError('NOT_FOUND', 'There is no such record.')

export type Part = 'query' | 'body'

/** Validates a part of a request. Without a schema the result is undefined. `data` lacks malformed values. */
export function validate<Context>(
  operation: Operation<Context>,
  part: Part,
  sent: unknown,
): { readonly data: unknown; readonly errors: readonly ValidationError[] } {
  const { [part]: schema, normalizeQuery, normalizeBody } = operation
  if (!schema) return { data: undefined, errors: [] }
  const normalize = part === 'query' ? normalizeQuery : normalizeBody
  const value = normalize ? normalize(sent) : sent
  const { data, error } = schema.safeParse(value, { reportInput: true, error: messageOf })
  if (!error) return { data, errors: [] }
  return { data: wellFormed(schema, value), errors: error.issues.map(errorOf) }
}

type Issue = z.core.$ZodIssue

const errorOf = (issue: Issue): ValidationError => ({
  path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
  code: codeOf(issue),
  message: issue.message,
})

function codeOf(issue: Issue): ValidationErrorCode {
  if (isMissing(issue) || isBlank(issue)) return 'REQUIRED'
  if (issue.code === 'too_big' && issue.origin === 'string') return 'TOO_LONG'
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'OUT_OF_RANGE'
  return 'INVALID'
}
