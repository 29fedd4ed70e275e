import type { FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.js'
import type { ValidatedRequest, Operation } from './operation.js'
import { validate } from './validate.js'

/** Validates a request. Throws NOT_FOUND if the path's parameters are malformed, otherwise an HttpError with all errors. */
export async function readRequest<Context>(
  operation: Operation<Context>,
  request: FastifyRequest,
): Promise<ValidatedRequest> {
  const { params, query, body, readBody } = operation
  const { normalizeQuery = unchanged, normalizeBody = unchanged } = operation
  if (params && !params.safeParse(request.params).success) throw notFound()
  const rawBody = body && (readBody ? await readBody(request) : request.body)
  const [readParams, readQuery, readBodyValue] = validate([
    [params, request.params],
    [query, normalizeQuery(request.query)],
    [body, normalizeBody(rawBody ?? {})],
  ])
  const [path = '', search = ''] = request.url.split(/\?(.*)/s, 2)
  return {
    params: readParams,
    query: readQuery,
    body: readBodyValue,
    path,
    search,
    headers: request.headers,
    address: request.ip,
  }
}

const unchanged = (part: unknown) => part

const notFound = () => new DomainError('NOT_FOUND', 'There is no such record.')
