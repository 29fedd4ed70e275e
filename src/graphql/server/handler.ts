import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { ApolloServer } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isClientDisconnected } from '../../db/unavailable.js'
import { idempotencyKeyIn } from '../../http/idempotency-key.js'
import { type Context, createContext, type Services } from '../context.js'
import { costHeaders, type CostReport } from '../operation/cost-report.js'
import type { ShapedDocument } from './document-shapes.js'
import type { DocumentStore } from './document-store.js'
import { createDocumentParser } from './new-document.js'
import { documentOf, mediaTypeOf, readRequest } from './read-request.js'
import { recordErrorsOfText } from './record-errors.js'
import { sendAnswer } from './send-answer.js'
import type { ShapedRequests } from './shaped-requests.js'
import type { AnswerWithSql } from '../sql-answer/sql-answer.js'
import type { Client } from '../sql-answer/graphql-request.js'

/**
 * The estimated processor time, in milliseconds: of Apollo for each request; more if the document is new, besides parsing and
 * validating it; more if it is a mutation, for its transaction; of the resolvers for each character of the response.
 */
const APOLLO_MS = 0.3
const NEW_DOCUMENT_MS = 1
const MUTATION_MS = 1.5
const MS_PER_CHARACTER = 0.0002

/** The validated documents, by their texts and by their shapes. */
interface KnownDocuments {
  readonly documents: DocumentStore
  readonly shapes: ShapedRequests | undefined
}

/** Executes a request with one SQL statement if possible, otherwise with Apollo. */
export function createHandler(
  services: Services & Pick<Context, 'webhooks'>,
  apollo: ApolloServer<Context>,
  { documents, shapes }: KnownDocuments,
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
    request,
    report: reporter(request),
    reportCost: costReporter(reply),
  })
  const parseNew = createDocumentParser()
  const apolloHandler = fastifyApolloHandler<Context>(apollo, {
    context: async (request, reply) =>
      createContext(services, {
        ...clientOf(request, reply),
        idempotencyKey: idempotencyKeyIn(request.headers),
      }),
  })
  const answerWithApollo = async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await apolloHandler.call(request.server, request, reply)
    const characters = typeof text === 'string' ? text.length : 0
    if (reply.statusCode >= 400) recordErrorsOfText(request.record, text)
    const { record, meter } = request
    const newMs = record.documentHit ? 0 : NEW_DOCUMENT_MS
    meter.charge(APOLLO_MS + newMs + characters * MS_PER_CHARACTER)
    if (record.kind === 'mutation') meter.chargePieces(MUTATION_MS)
    return text
  }
  /**
   * Parses a new document, validates and stores it, so that SQL can answer it. Returns the shape of a long one, if it is
   * known: then the document is not validated. Without an access token, and if it is invalid, Apollo validates it.
   */
  const readNewDocument = async (text: string, request: FastifyRequest) => {
    request.record.documentHit = false
    const { access, meter } = request
    const { document, isSignedIn } = await parseNew(text, request)
    const shaped = isSignedIn ? shapes?.find(request, text, true) : undefined
    if (shaped || !document || !access.credentials.hasWellFormedToken) return shaped
    if (meter.time(() => documents.addIfValid(document))) shapes?.add(request, text)
    return undefined
  }
  /** The response; undefined if Apollo must execute the request. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, shaped?: ShapedDocument) => {
    const graphqlRequest = answerWithSql && readRequest(request, shaped)
    const type = graphqlRequest && mediaTypeOf(request)
    if (!type) return undefined
    // Set before the statement is sent, so that an error response has the same type.
    reply.type(type)
    return answerWithSql(graphqlRequest, clientOf(request, reply))
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const document = documentOf(request)
    const isNew = document !== undefined && documents.find(document) === undefined
    request.record.documentHit = document !== undefined
    const known = isNew ? shapes?.find(request, document) : undefined
    const shaped = isNew && !known ? await readNewDocument(document, request) : known
    const bySql = await answer(request, reply, shaped)
    if (bySql) return sendAnswer(request, reply, bySql)
    if (isNew && known) await readNewDocument(document, request)
    return answerWithApollo(request, reply)
  }
}
