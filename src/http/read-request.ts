import type { FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.js'
import type { ValidatedRequest, Operation } from './operation.js'
import { validate } from './validate.js'

/** Reads what an operation asks of a request. NOT_FOUND where its path can be nobody's; otherwise an HttpError with all errors. */
export async function readRequest<Caller>(
  operation: Operation<Caller>,
  request: FastifyRequest,
): Promise<ValidatedRequest> {
  const { params, query, body, readBody } = operation
  const { prepareQuery = asGiven, prepareBody = asGiven } = operation
  if (params && !params.safeParse(request.params).success) throw notFound()
  const given = body && (readBody ? await readBody(request) : request.body)
  const [readParams, readQuery, readBodyValue] = validate([
    [params, request.params],
    [query, prepareQuery(request.query)],
    [body, prepareBody(given ?? {})],
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

const asGiven = (part: unknown) => part

const notFound = () => new DomainError('NOT_FOUND', 'There is no such record.')
