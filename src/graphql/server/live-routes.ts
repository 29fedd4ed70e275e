import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { getOperationAST, type GraphQLSchema, OperationTypeNode, parse } from 'graphql'
import type { Context, Services } from '../context.js'
import { sendEvents } from '../live/event-stream.js'
import { LiveHub } from '../live/live-hub.js'
import { createWebSocketHandler } from '../live/web-socket.js'
import type { Preparer } from '../operation/preparer.js'
import { MAX_TOKENS } from './document-limits.js'
import type { DocumentStore } from './document-store.js'
import { createDocumentParser } from './new-document.js'
import { documentOf } from './read-request.js'
import type { TrustedDocuments } from './trusted-documents.js'
import { trustedTextOf } from './trusted-request.js'

interface Options {
  readonly schema: GraphQLSchema
  readonly documents: DocumentStore
  readonly preparer: Preparer
  readonly trusted: TrustedDocuments | undefined
  readonly maxBodyBytes: number
  readonly isInMaintenance: () => boolean
}

/** Where streams are, besides POST requests to `/graphql` that accept them. */
const PATH = '/graphql/stream'

const EVENTS = 'text/event-stream'

/**
 * Serves subscriptions at `/graphql/stream`: server-sent events for a POST, and WebSockets. `route` has what these routes share with
 * `/graphql`. Returns the handler of a request to `/graphql` that wants a stream; undefined for other requests.
 */
export async function serveStreams(
  app: FastifyInstance,
  services: Services & Pick<Context, 'webhooks'>,
  { schema, documents, preparer, trusted, maxBodyBytes, isInMaintenance }: Options,
  route: Pick<RouteOptions, 'config' | 'onRequest' | 'preHandler'>,
) {
  const { streams, log } = app
  const hub = new LiveHub({ db: services.db, log, streams, isInMaintenance })
  app.addHook('onClose', () => hub.stop())
  const parseNew = createDocumentParser()
  const parts = {
    schema,
    preparer,
    hub,
    streams,
    services: {
      ...services,
      executionSchema: preparer.executionSchema,
      report: (error: unknown) => {
        log.error({ err: error }, 'An event of a stream failed')
      },
    },
    documents: {
      find: documents.find,
      addIfValid: documents.addIfValid,
      parse: async (...given: Parameters<typeof parseNew>) => (await parseNew(...given)).document,
    },
  }
  const handler = sendEvents.bind(undefined, parts)
  await app.register(websocket, { options: { maxPayload: maxBodyBytes } })
  app.route({ ...route, method: 'POST', url: PATH, handler })
  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    config: route.config ?? {},
    handler: (_request, reply) => {
      reply.header('allow', 'POST').header('upgrade', 'websocket')
      throw Object.assign(new Error('Send a POST request, or open a WebSocket here.'), {
        statusCode: 405,
      })
    },
    wsHandler: createWebSocketHandler(parts, (given) =>
      trusted ? trustedTextOf(given, trusted) : (given['query'] as string | undefined),
    ),
  })
  return (request: FastifyRequest) => (wantsEvents(request) ? handler : undefined)
}

/**
 * Whether a POST to `/graphql` wants a stream: it accepts nothing else, or it accepts one among other types, as urql does for each
 * operation, and its operation is a subscription.
 */
function wantsEvents(request: FastifyRequest): boolean {
  const { accept } = request.headers
  if (request.method !== 'POST' || !accept?.includes(EVENTS)) return false
  if (!/json|\*/.test(accept)) return true
  const text = documentOf(request)
  return text !== undefined && isSubscription(text, request.body as { operationName?: unknown })
}

function isSubscription(text: string, { operationName }: { operationName?: unknown }): boolean {
  if (!/(^|[\s,}])subscription\b/.test(text)) return false
  try {
    const name = typeof operationName === 'string' ? operationName : undefined
    const definition = getOperationAST(parse(text, { maxLexicalTokens: MAX_TOKENS }), name)
    return definition?.operation === OperationTypeNode.SUBSCRIPTION
  } catch {
    return false
  }
}
