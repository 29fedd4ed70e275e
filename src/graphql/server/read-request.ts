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

/** The GraphQL request in the JSON body of a POST; undefined for other requests, and if Apollo may refuse it. */
export function readRequest(
  { method, headers, body }: FastifyRequest,
  shaped: ShapedDocument | undefined,
): GraphQLRequest | undefined {
  if (method !== 'POST' || !isRecord(body)) return undefined
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return undefined
  const { operationName, extensions } = body
  const query = asText(body['query'])
  const variables = body['variables'] ?? {}
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
