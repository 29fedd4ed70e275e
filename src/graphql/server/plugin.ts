import { fastifyApolloDrainPlugin } from '@as-integrations/fastify'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'
import type { Services } from '../context.js'
import { createSqlAnswers } from '../sql-answer/answer.js'
import type { KeptAnswers } from '../sql-answer/kept-answers.js'
import type { CompiledSchema } from './compile-schema.js'
import { createDocumentStore } from './document-store.js'
import { sendHttpError } from './http-errors.js'
import { createHandler } from './handler.js'
import { serveStreams } from './live-routes.js'
import type { Limits } from '../operation/limits.js'
import type { DemoUser } from './playground/demo-session.js'
import { playground } from './playground/playground.js'
import { wantsPage } from '../../pages/page.js'
import { nameInterface } from '../../request/record.js'
import { sendAddressPage } from './address-page.js'
import { ShapedRequests } from './shaped-requests.js'
import { documentOf } from './read-request.js'
import { createApollo } from './apollo.js'
import type { WebhookSettings } from '../../domain/webhook/webhook-queries.js'
import { readTrustedDocuments } from './trusted-documents.js'
import { requireTrustedDocument } from './trusted-request.js'

export interface PluginOptions extends Limits, CompiledSchema {
  /** The most bytes of a body, and of a message of a WebSocket. */
  readonly maxBodyBytes: number
  readonly isInMaintenance: () => boolean
  /** Whether anonymous callers may read the schema. */
  readonly openIntrospection: boolean
  /** Whether all callers may see the number of statements of a request; otherwise only admins. */
  readonly showStatements: boolean
  /** Whether one SQL statement executes a query, without Apollo. */
  readonly sqlAnswers: boolean
  /** The answers that are kept; undefined if none are. */
  readonly kept?: KeptAnswers | undefined
  /** Whether `/graphql` serves the playground to browsers, or a page that says how to send a request. */
  readonly playground: boolean
  /** The users that the playground offers to browsers on this machine; the first is signed in. Undefined without demo data. */
  readonly demoUsers?: readonly DemoUser[] | undefined
  /**
   * The file of trusted documents (persisted queries): no others are executed. Undefined: all documents are executed.
   */
  readonly trustedDocuments?: string | undefined
  readonly webhooks: WebhookSettings
}

const METHODS = ['GET', 'POST']

/** With one of these headers, Apollo executes a GET. A browser that opens an address sends none of them. */
const API_HEADERS = ['content-type', 'apollo-require-preflight', 'x-apollo-operation-name']

/** Serves GraphQL at `/graphql`. */
export const graphql =
  (services: Services, options: PluginOptions) => async (app: FastifyInstance) => {
    nameInterface(app, 'graphql')
    const { schema, preparer, webhookQueries: queries } = options
    const documents = createDocumentStore(schema)
    const { openIntrospection, showStatements, sqlAnswers, trustedDocuments } = options
    const trusted =
      trustedDocuments === undefined
        ? undefined
        : await readTrustedDocuments(trustedDocuments, schema)
    // A trusted document is always sent with the same text.
    const shapes = sqlAnswers && !trusted ? new ShapedRequests(schema) : undefined
    const apolloOptions = { openIntrospection, showStatements, sqlAnswers, documents, preparer }
    const apollo = createApollo(schema, apolloOptions, [fastifyApolloDrainPlugin(app)])
    await apollo.start()
    app.setErrorHandler(sendHttpError)
    const config: FastifyContextConfig = {
      kindOf: (request) => {
        const text = documentOf(request)
        if (text === undefined) return undefined
        return documents.find(text) ?? shapes?.find(request, text)?.document
      },
    }
    const onRequest: onRequestHookHandler = (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    }
    const findText = trusted ? [requireTrustedDocument(trusted)] : []
    const all = { ...services, webhooks: { queries, settings: options.webhooks } }
    const streamHandlerOf = await serveStreams(
      app,
      all,
      { ...options, documents, trusted },
      { config, onRequest, preHandler: findText },
    )
    const answer = createHandler(
      all,
      apollo,
      { documents, shapes },
      sqlAnswers
        ? createSqlAnswers(schema, services.db, documents.find, preparer, {
            showStatements,
            kept: options.kept,
          })
        : undefined,
    )
    app.route({
      method: [...METHODS],
      url: '/graphql',
      exposeHeadRoute: false,
      config,
      onRequest,
      preHandler: [
        sendPages(
          options.playground
            ? playground(app, services, options.demoUsers)
            : (request, reply) => sendAddressPage(request, reply, trusted !== undefined),
        ),
        ...findText,
      ],
      handler: (request, reply) => (streamHandlerOf(request) ?? answer)(request, reply),
    })
    app.route({
      method: app.supportedMethods.filter((method) => !METHODS.includes(method)),
      url: '/graphql',
      handler: (request, reply) => {
        reply.header('allow', METHODS.join(', '))
        const message = `The method ${request.method} is not allowed here.`
        throw Object.assign(new Error(message), { statusCode: 405 })
      },
    })
  }

type SendPage = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Sends the page if a browser opens the address, with or without a query in it. Nothing is executed then. */
const sendPages = (send: SendPage) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { method, headers } = request
  if (method !== 'GET' || !wantsPage(request) || API_HEADERS.some((name) => name in headers)) return
  await send(request, reply)
  return reply
}
