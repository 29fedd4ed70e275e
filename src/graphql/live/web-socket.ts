import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  parse,
} from 'graphql'
import type { ServerOptions } from 'graphql-ws'
import { type Extra, makeHandler } from 'graphql-ws/use/@fastify/websocket'
import { admitMessage } from '../../overload/admit-message.js'
import type { ServerRequest } from '../../request/request.js'
import { formatErrors } from './format-errors.js'
import { SocketSink } from './socket-sink.js'
import {
  type LiveParts,
  type PreparedSubscription,
  prepareSubscription,
  refusalsOf,
} from './open-subscription.js'

/** How long a client may wait before it sends its credentials, and how often it must answer a ping, in milliseconds. */
const INIT_MS = 10_000
const PING_MS = 20_000

/** The headers with credentials, which the payload of `connection_init` may have. */
const CREDENTIALS = ['authorization', 'x-api-key', 'x-api-token']

/** What graphql-ws sees of each subscription: `subscribe` returns the events of the prepared one. */
const DOCUMENT = parse('subscription { changes { cursor } }')

type Payload = Readonly<Record<string, unknown>>

/**
 * Subscriptions over WebSockets, by the protocol `graphql-transport-ws` of graphql-ws. A browser cannot set headers of a WebSocket, so the
 * credentials are in the payload of `connection_init`, with the names of the headers. `textOf` returns the text of the document.
 */
export function createWebSocketHandler(
  parts: LiveParts,
  textOf: (given: Payload) => string | undefined,
) {
  const prepared = new WeakMap<object, { socket: WebSocket; subscription: PreparedSubscription }>()
  const options: ServerOptions<Record<string, unknown>, Extra> = {
    connectionInitWaitTimeout: INIT_MS,
    onSubscribe: async ({ extra: { socket, request }, connectionParams = {} }, _id, payload) => {
      try {
        const query = textOf(payload as unknown as Payload)
        // With an access of its own, which reads the session: it may have ended since the last message.
        const client = clientOf(request, connectionParams)
        await admitMessage(request, (await client.access.session()) !== undefined)
        const subscription = await prepareSubscription(parts, client, { ...payload, query })
        const args = { schema: parts.schema, document: DOCUMENT }
        prepared.set(args, { socket, subscription })
        return args
      } catch (error) {
        return formatErrors(refusalsOf(error)).map(asGraphQLError)
      }
    },
    subscribe: (args) => {
      const given = prepared.get(args)
      if (!given) throw new Error('expected a prepared subscription')
      const { socket, subscription } = given
      const events = new SocketSink(() => {
        socket.terminate()
      })
      const stream = subscription.begin(events, 'websocket')
      events.onReturn = () => {
        stream.close()
      }
      return events
    },
    // As `prepareSubscription` and the executor have formatted it.
    onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
  }
  const handle = makeHandler(options, PING_MS)
  type Server = ThisParameterType<typeof handle>
  return function (this: Server, socket: WebSocket, request: FastifyRequest): void {
    const forget = parts.streams.addConnection(() => {
      socket.close(GOING_AWAY, 'Going away')
    })
    socket.once('close', forget)
    request.end.beginStream(forget)
    void handle.call(this, socket, request)
  }
}

/** The status of a WebSocket that the server closes because it stops. */
const GOING_AWAY = 1001

/** The request of a message of a WebSocket, with the credentials of the first one. */
function clientOf(request: FastifyRequest, given: Payload): ServerRequest {
  const { id, ip, end, record, meter } = request
  const headers = { ...request.headers }
  for (const [name, value] of Object.entries(given)) {
    const header = name.toLowerCase()
    if (CREDENTIALS.includes(header) && typeof value === 'string') headers[header] = value
  }
  return { id, ip, end, record, meter, headers, access: request.access.withCredentials(headers) }
}

const asGraphQLError = ({ message, path, extensions }: GraphQLFormattedError) =>
  new GraphQLError(message, { path: path ?? null, extensions: extensions ?? null })
