import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { exceedsDepth } from '../operation/limits.js'
import { wantedExtensions } from '../operation/response-extensions.js'
import type { GraphQLRequest } from '../sql-answer/graphql-request.js'
import type { ShapedDocument } from './document-shapes.js'

/** The document's text, from the JSON body or the query string. */
export function documentOf({ body, query: parameters }: FastifyRequest): string | undefined {
  return asText((isRecord(body) ? body : (parameters as Record<string, unknown>))['query'])
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The GraphQL request in the JSON body of a POST, or in the address of a GET; undefined if Apollo may refuse it. */
export function readRequest(
  request: FastifyRequest,
  shaped: ShapedDocument | undefined,
): GraphQLRequest | undefined {
  const { method, headers } = request
  const parameters = method === 'POST' ? bodyOf(request) : addressParametersOf(request)
  if (!parameters) return undefined
  const { operationName, extensions } = parameters
  const query = asText(parameters['query'])
  const variables = parameters['variables'] ?? {}
  if (query === undefined || !isRecord(variables) || exceedsDepth(variables)) return undefined
  if (operationName != null && asText(operationName) === undefined) return undefined
  if (extensions != null && (!isRecord(extensions) || 'persistedQuery' in extensions))
    return undefined
  return {
    query,
    document: shaped?.document,
    operationName: asText(operationName),
    variables: shaped ? { ...variables, ...shaped.literals } : variables,
    wanted: wantedExtensions(extensions),
    wantsTag: method === 'GET' || headers['if-none-match'] !== undefined,
  }
}

function bodyOf({ headers, body }: FastifyRequest) {
  const isJson = /^application\/json *(;|$)/i.test(headers['content-type'] ?? '')
  return isJson && isRecord(body) ? body : undefined
}

/** The headers without which Apollo refuses a GET: a page of another origin could send it without a preflight request. */
const PREFLIGHT_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name']

function addressParametersOf({
  method,
  headers,
  query,
}: FastifyRequest): Record<string, unknown> | undefined {
  if (method !== 'GET' || !PREFLIGHT_HEADERS.some((name) => headers[name])) return undefined
  const parameters = query as Record<string, unknown>
  try {
    const [variables, extensions] = ['variables', 'extensions'].map((name) => {
      const text = parameters[name]
      return typeof text === 'string' && text !== '' ? (JSON.parse(text) as unknown) : text
    })
    return { ...parameters, variables, extensions }
  } catch {
    return undefined
  }
}

const TYPES = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
]

/** The media type of the response: Apollo's choice for the client's `Accept` header. */
export const mediaTypeOf = ({ raw }: FastifyRequest): string | undefined =>
  raw.headers.accept ? new Negotiator(raw).mediaType(TYPES) : TYPES[0]
