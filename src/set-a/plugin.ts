import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { serveDocumentation } from '../http/documentation.js'
import { mount } from '../http/mount.js'
import { acceptForms } from '../overload/bodies.js'
import { formatError } from './errors.js'
import { createDocument, TITLE } from './openapi.js'
import { operations } from './operations.js'
import type { TokenServices } from './token/obtain-token.js'

/** Serves Set A: its token endpoint, its operations under `/api`, and, with `pages`, their documentation. */
export const setA = (services: TokenServices, pages: boolean) => async (app: FastifyInstance) => {
  acceptForms(app)
  await app.register(multipart)
  mount(app, operations, {
    interface: 'set-a',
    services,
    formatError,
    notFoundUnder: ['/oauth', '/oauth/*', '/api', '/api/*'],
  })
  if (pages) serveDocumentation(app, '/api', { title: TITLE, createDocument })
}
