import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance } from 'fastify'
import { credentialsIn } from './access.js'
import { type Context, createContext, type Services } from './context.js'
import { answerFault } from './fault.js'
import type { DemoUser } from './playground/demo-session.js'
import { playground } from './playground/playground.js'
import { createSchema } from './schema.js'
import { createApollo, type GraphQLOptions } from './server.js'

export interface PluginOptions extends GraphQLOptions {
  /** Whether a browser that opens `/graphql` is given the playground. */
  readonly playground: boolean
  /** The user of the demo whom browsers on this machine are signed in as; undefined where there is no demo. */
  readonly demoUser?: DemoUser | undefined
}

/** Serves GraphQL at `/graphql`. */
export const graphql =
  (services: Services, options: PluginOptions) => async (app: FastifyInstance) => {
    const apollo = createApollo(createSchema(), options, [fastifyApolloDrainPlugin(app)])
    await apollo.start()
    app.setErrorHandler(answerFault)
    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      preHandler: options.playground ? playground(app, services, options.demoUser) : [],
      handler: fastifyApolloHandler<Context>(apollo, {
        context: (request) =>
          Promise.resolve(
            createContext(services, {
              credentials: credentialsIn(request.headers),
              requestId: request.id,
              address: request.ip,
              report: (error) => {
                request.log.error({ err: error }, 'A request failed')
              },
            }),
          ),
      }),
    })
  }
