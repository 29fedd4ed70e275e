import type { FastifyInstance } from 'fastify'
import { authorise } from '../domain/access/policy.js'
import { serveDocumentation } from '../http/documentation.js'
import { mount } from '../http/mount.js'
import { createApiKeyContext, createUserContext, type Services } from './context.js'
import { formatError } from './errors.js'
import { createDocument, TITLE } from './openapi.js'
import { logIn, operations } from './operations.js'

/** Serves Set B: its login, its operations under `/v1`, and their documentation. */
export const setB = (services: Services) => async (app: FastifyInstance) => {
  await app.register(async (login) => {
    mount(login, logIn, {
      createContext: ({ headers }) => createApiKeyContext(services, headers),
      formatError,
      notFoundUnder: [],
    })
  })
  await app.register(async (v1) => {
    mount(v1, operations, {
      createContext: async ({ headers }, policy) => {
        const domain = await createUserContext(services, headers)
        authorise(domain.viewer, policy)
        return domain
      },
      formatError,
      notFoundUnder: ['/v1', '/v1/*'],
    })
    serveDocumentation(v1, '/v1', { title: TITLE, createDocument })
  })
}
