import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { ApolloServer } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { credentialsIn } from './access.js'
import { type Context, createContext, type Services } from './context.js'
import type { AnswerDirectly, Asked } from './direct/answer.js'
import { nestsDeeply } from './limits.js'

/** Answers a request directly where that can be, and else through Apollo. */
export function createHandler(
  services: Services,
  apollo: ApolloServer<Context>,
  answerDirectly: AnswerDirectly,
) {
  const reporter = (request: FastifyRequest) => (error: unknown) => {
    request.log.error({ err: error }, 'A request failed')
  }
  const answerWithApollo = fastifyApolloHandler<Context>(apollo, {
    context: (request) =>
      Promise.resolve(
        createContext(services, {
          credentials: credentialsIn(request.headers),
          requestId: request.id,
          address: request.ip,
          report: reporter(request),
        }),
      ),
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = askedIn(request)
    const type = asked && typeOf(request)
    if (asked && type) {
      // So that a fault is answered in it too.
      reply.type(type)
      const credentials = credentialsIn(request.headers)
      const text = await answerDirectly(services.db, asked, credentials, reporter(request))
      if (text !== undefined) return reply.send(text)
    }
    return answerWithApollo.call(request.server, request, reply)
  }
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a request plainly asks for; undefined where it is in any way unusual, which Apollo has words for. */
function askedIn({ method, headers, body }: FastifyRequest): Asked | undefined {
  if (method !== 'POST' || !isRecord(body)) return undefined
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return undefined
  const { operationName, extensions } = body
  const query = asText(body['query'])
  const variables = body['variables'] ?? {}
  if (query === undefined || !isRecord(variables) || nestsDeeply(variables)) return undefined
  if (operationName != null && asText(operationName) === undefined) return undefined
  if (extensions != null && (!isRecord(extensions) || 'persistedQuery' in extensions))
    return undefined
  return { query, operationName: asText(operationName), variables }
}

const TYPES = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
]

/** The media type of an answer, of those that Apollo knows for it. */
const typeOf = ({ raw }: FastifyRequest): string | undefined =>
  raw.headers.accept ? new Negotiator(raw).mediaType(TYPES) : TYPES[0]
