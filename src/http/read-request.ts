import type { FastifyRequest } from 'fastify'
import type { ZodType, z } from 'zod'
import { DomainError, type ValidationError, type ValidationErrorCode } from '../domain/errors.js'
import { HttpError } from './http-error.js'
import type { Operation, ValidatedRequest } from './operation.js'

/** Validates a request. Throws NOT_FOUND if a path parameter is malformed, otherwise one HttpError with all errors. */
export async function readRequest<Context>(
  operation: Operation<Context>,
  request: FastifyRequest,
): Promise<ValidatedRequest> {
  const { params, query, body, readBody } = operation
  const { normalizeQuery = unchanged, normalizeBody = unchanged } = operation
  const parsedParams = params?.safeParse(request.params)
  if (parsedParams?.error) throw new DomainError('NOT_FOUND', 'There is no such record.')
  const rawBody = body && (readBody ? await readBody(request) : request.body)
  const errors: ValidationError[] = []
  const parse = (schema: ZodType | undefined, value: unknown) => {
    const result = schema?.safeParse(value, { reportInput: true })
    if (result?.error) errors.push(...result.error.issues.map(errorOf))
    return result?.data
  }
  const [path = '', search = ''] = request.url.split(/\?(.*)/s, 2)
  const validated = request.meter.time(() => ({
    params: parsedParams?.data,
    query: parse(query, normalizeQuery(request.query)),
    body: parse(body, normalizeBody(rawBody ?? {})),
    path,
    search,
    headers: request.headers,
    address: request.ip,
  }))
  if (errors.length > 0) throw new HttpError(400, 'The request is not valid.', { errors })
  return validated
}

const unchanged = (part: unknown) => part

type Issue = z.core.$ZodIssue

const errorOf = (issue: Issue): ValidationError => ({
  path: issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
  code: codeOf(issue),
  message: issue.message,
})

function codeOf(issue: Issue): ValidationErrorCode {
  if (isMissing(issue)) return 'REQUIRED'
  if (issue.code === 'too_big' && issue.origin === 'string') return 'TOO_LONG'
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'OUT_OF_RANGE'
  return 'INVALID'
}

/** Whether a required value is missing or null. */
const isMissing = ({ code, input }: Issue) =>
  (code === 'invalid_type' || code === 'invalid_union' || code === 'invalid_value') &&
  (input === undefined || input === null)
