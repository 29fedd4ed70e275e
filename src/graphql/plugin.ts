import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance } from 'fastify'
import { credentialsIn } from './access.js'
import { type Context, createContext, type Services } from './context.js'
import { answerFault } from './fault.js'
import { createSchema } from './schema.js'
import { createApollo, type GraphQLOptions } from './server.js'

/** Serves GraphQL at `/graphql`. */
export const graphql =
  (services: Services, options: GraphQLOptions) => async (app: FastifyInstance) => {
    const apollo = createApollo(createSchema(), options, [fastifyApolloDrainPlugin(app)])
    await apollo.start()
    app.setErrorHandler(answerFault)
    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      handler: fastifyApolloHandler<Context>(apollo, {
        context: (request) =>
          Promise.resolve(
            createContext(services, {
              credentials: credentialsIn(request.headers),
              address: request.ip,
              report: (error) => {
                request.log.error({ err: error }, 'A request failed')
              },
            }),
          ),
      }),
    })
  }
