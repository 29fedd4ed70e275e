import type { FastifyInstance } from 'fastify'
import { authorise } from '../domain/access/policy.js'
import { serveDocumentation } from '../http/documentation.js'
import { mount } from '../http/mount.js'
import { domainOf, keyHolderOf, type Services } from './credentials.js'
import { createDocument, TITLE } from './openapi.js'
import { presentError } from './errors.js'
import { logIn, operations } from './operations.js'

/** Serves Set B: its login, everything under `/v1`, and what documents them. */
export const setB = (services: Services) => async (app: FastifyInstance) => {
  await app.register(async (login) => {
    mount(login, logIn, {
      callerOf: ({ headers }) => keyHolderOf(services, headers),
      present: presentError,
      under: [],
    })
  })
  await app.register(async (v1) => {
    mount(v1, operations, {
      callerOf: async ({ headers }, policy) => {
        const domain = await domainOf(services, headers)
        authorise(domain.viewer, policy)
        return domain
      },
      present: presentError,
      under: ['/v1', '/v1/*'],
    })
    serveDocumentation(v1, '/v1', { title: TITLE, createDocument })
  })
}
