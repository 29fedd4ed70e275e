import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from './config/config.js'
import type { Database } from './db/connect.js'
import { ApiKeyUses } from './domain/api-key/api-key-uses.js'
import { createThrottle } from './domain/credential/throttle.js'
import { calendar } from './calendar/plugin.js'
import { docs } from './docs/plugin.js'
import { documents } from './documents/plugin.js'
import type { DemoUser } from './graphql/server/playground/demo-session.js'
import { KeptAnswers } from './graphql/sql-answer/kept-answers.js'
import { compileSchema } from './graphql/server/compile-schema.js'
import { graphql } from './graphql/server/plugin.js'
import { health } from './health.js'
import { home } from './home.js'
import { compressResponses, refuseCompressedBody } from './http/compression.js'
import { allowOrigins } from './http/cross-origin.js'
import {
  clientErrorHandler,
  notFoundHandler,
  malformedPathHandler,
  requireHost,
} from './http/unrouted-requests.js'
import { refuseDuringMaintenance } from './http/refuse-during-maintenance.js'
import { OpenStreams } from './request/open-streams.js'
import { beginRequests, REQUEST_PROPERTIES, requestIdOf } from './request/request.js'
import { RequestMessage } from './http/request-message.js'
import { securityHeaders } from './http/security-headers.js'
import { protectFromOverload } from './overload/admission.js'
import { formatError as formatErrorOfSetA } from './set-a/errors.js'
import { setA } from './set-a/plugin.js'
import { formatError as formatErrorOfSetB } from './set-b/errors.js'
import { setB } from './set-b/plugin.js'
import { createTelemetry } from './telemetry/record-requests.js'
import { unsubscribe } from './unsubscribe.js'
import { verify } from './verify.js'

/** Creates the HTTP server with all APIs. It does not listen yet. `isInMaintenance` is called for each request. */
export async function createApp(
  config: Config,
  db: Database,
  logger: NonNullable<FastifyServerOptions['loggerInstance']>,
  demoUsers?: readonly DemoUser[],
  isInMaintenance: () => boolean = () => false,
): Promise<FastifyInstance> {
  const streams = new OpenStreams()
  const compiled = compileSchema(config)
  const telemetry = await createTelemetry(config, db, logger, streams)
  const uses = new ApiKeyUses(db)
  const begin = beginRequests(db, uses, telemetry.observer)
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: config.maxBodyBytes,
    requestTimeout: config.requestTimeoutMs,
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    http: {
      IncomingMessage: RequestMessage,
      requireHostHeader: false,
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, config.requestTimeoutMs),
    },
    // While Fastify closes, it still handles requests on open connections; `shutdown.ts` limits the time.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(errorFormatOf, logger),
    frameworkErrors: malformedPathHandler(errorFormatOf, begin),
  })
  app.addHook('onClose', () => uses.writeAll())
  app.decorate('isStopping', false).decorate('streams', streams)
  app.decorate('webhookQueries', compiled.webhookQueries)
  app.addHook('preClose', async () => {
    streams.endAll()
  })
  for (const property of REQUEST_PROPERTIES) app.decorateRequest(property)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done()
  })
  telemetry.serve(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  app.addHook('onRequest', requireHost(errorFormatOf))
  await allowOrigins(app, config.corsOrigins)
  await compressResponses(app)
  // Ignores an `Expect` header that Node does not know. By default, Node responds with 417 and no body.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  await app.register(health(db, isInMaintenance))
  await app.register(async (apis) => {
    if (config.rateLimitPerMinute > 0) {
      await apis.register(rateLimit, {
        global: false,
        max: config.rateLimitPerMinute,
        timeWindow: '1 minute',
        enableDraftSpec: true,
        onExceeded: ({ record }) => {
          record.refusal = 'rate limit'
        },
      })
      // The first hook, so that requests which later hooks refuse are counted too.
      apis.addHook('onRequest', apis.rateLimit())
    }
    telemetry.progress.payers = protectFromOverload(apis, config)
    const kept = config.keptAnswers && new KeptAnswers(config.keptAnswers)
    telemetry.progress.kept = kept
    apis.addHook('preParsing', refuseCompressedBody)
    await apis.register(async (always) => {
      // Set here, so that requests without a route are charged too.
      always.setNotFoundHandler(notFoundHandler(errorFormatOf))
      await home(config, demoUsers !== undefined)(always)
    })
    // After the home page, which is served during maintenance too.
    apis.addHook('onRequest', refuseDuringMaintenance(isInMaintenance))
    const throttle = createThrottle(db, config.loginAttemptsPerMinute)
    const isDevelopment = config.environment !== 'production'
    const development = { openIntrospection: isDevelopment, showStatements: isDevelopment }
    const { maxSessionsPerUser, pages } = config
    await apis.register(
      graphql(
        { ...config, db, throttle, sendsMail: config.mail !== undefined },
        { ...config, ...development, ...compiled, demoUsers, kept, isInMaintenance },
      ),
    )
    await apis.register(documents(db))
    await apis.register(calendar(db))
    await apis.register(unsubscribe(db))
    await apis.register(verify(db, pages))
    const signInServices = { db, throttle, maxSessionsPerUser }
    await apis.register(docs(signInServices, config))
    await apis.register(setA(signInServices, pages))
    await apis.register(setB(signInServices, pages))
  })
  return app
}

/**
 * The error format of a request that matches no route: that of Set B if the path belongs to Set B, otherwise that of
 * Set A.
 */
const errorFormatOf = (path: string) =>
  /^\/(v1|api\/authentication)(\/|$)/.test(path) ? formatErrorOfSetB : formatErrorOfSetA

/** The path and query of a request target. A proxy may send a whole URL (absolute form). */
const originForm = (target: string) =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/')
