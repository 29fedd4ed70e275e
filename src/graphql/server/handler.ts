import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { ApolloServer } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isClientDisconnected } from '../../db/unavailable.js'
import type { Session } from '../../domain/credential/session.js'
import { callerOfRequest } from '../../http/caller.js'
import { idempotencyKeyIn } from '../../http/idempotency-key.js'
import { type Context, createContext, type Services } from '../context.js'
import { costHeaders, type CostReport } from '../operation/cost-report.js'
import { exceedsDepth } from '../operation/limits.js'
import { wantedExtensions } from '../operation/response-extensions.js'
import type { DocumentStore } from './document-store.js'
import { createDocumentCheck } from './new-document.js'
import { recordErrorsOfText } from './record-errors.js'
import type { AnswerWithSql } from '../sql-answer/answer.js'
import type { Client, GraphQLRequest } from '../sql-answer/graphql-request.js'

/**
 * The estimated processor time, in milliseconds: of Apollo for each request; more if the document is new, besides parsing and
 * validating it; more if it is a mutation, for its transaction; of the resolvers for each character of the response.
 */
const APOLLO_MS = 0.3
const NEW_DOCUMENT_MS = 1
const MUTATION_MS = 1.5
const MS_PER_CHARACTER = 0.0002

/** Executes a request with one SQL statement if possible, otherwise with Apollo. */
export function createHandler(
  services: Services,
  apollo: ApolloServer<Context>,
  documents: DocumentStore,
  answerWithSql: AnswerWithSql | undefined,
) {
  const reporter = (request: FastifyRequest) => (error: unknown) => {
    if (isClientDisconnected(error)) return
    request.log.error({ err: error }, 'A request failed')
  }
  const costReporter = (reply: FastifyReply) => (cost: CostReport) => {
    reply.headers(costHeaders(cost))
  }
  const clientOf = (request: FastifyRequest, reply: FastifyReply): Client => ({
    credentials: request.meter.credentials,
    caller: callerOfRequest(request),
    record: request.record,
    meter: request.meter,
    report: reporter(request),
    reportCost: costReporter(reply),
  })
  const checkDocument = createDocumentCheck(services.db)
  const sessions = new WeakMap<FastifyRequest, Session>()
  const apolloHandler = fastifyApolloHandler<Context>(apollo, {
    context: async (request, reply) =>
      createContext(services, {
        ...clientOf(request, reply),
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent'],
        idempotencyKey: idempotencyKeyIn(request.headers),
        session: sessions.get(request),
      }),
  })
  const answerWithApollo = async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await apolloHandler.call(request.server, request, reply)
    const characters = typeof text === 'string' ? text.length : 0
    if (reply.statusCode >= 400) recordErrorsOfText(request.record, text)
    const { record, meter } = request
    const newMs = record.documentHit ? 0 : NEW_DOCUMENT_MS
    const mutationMs = record.kind === 'mutation' ? MUTATION_MS : 0
    meter.charge(APOLLO_MS + newMs + mutationMs + characters * MS_PER_CHARACTER)
    return text
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const document = documentOf(request)
    const isKnown = document !== undefined && documents.find(document) !== undefined
    request.record.documentHit = isKnown
    if (document !== undefined && !isKnown) {
      const session = await checkDocument(document, request)
      if (session) sessions.set(request, session)
    }
    const graphqlRequest = answerWithSql && readRequest(request)
    const type = graphqlRequest && mediaTypeOf(request)
    if (answerWithSql && graphqlRequest && type) {
      // Set before the statement is sent, so that an error response has the same type.
      reply.type(type)
      const text = await answerWithSql(graphqlRequest, clientOf(request, reply))
      if (text !== undefined) return reply.send(text)
    }
    return answerWithApollo(request, reply)
  }
}

/** The document's text, from the JSON body or the query string. */
export function documentOf({ body, query: parameters }: FastifyRequest): string | undefined {
  return asText((isRecord(body) ? body : (parameters as Record<string, unknown>))['query'])
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The GraphQL request in the JSON body of a POST; undefined for other requests, and if Apollo may refuse it. */
function readRequest({ method, headers, body }: FastifyRequest): GraphQLRequest | undefined {
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
    operationName: asText(operationName),
    variables,
    wanted: wantedExtensions(extensions),
  }
}

const TYPES = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
]

/** The media type of the response: Apollo's choice for the client's `Accept` header. */
const mediaTypeOf = ({ raw }: FastifyRequest): string | undefined =>
  raw.headers.accept ? new Negotiator(raw).mediaType(TYPES) : TYPES[0]
