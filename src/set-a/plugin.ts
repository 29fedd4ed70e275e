import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { serveDocumentation } from '../http/documentation.js'
import { mount } from '../http/mount.js'
import { acceptForms } from '../overload/bodies.js'
import { createContext, type Services } from './context.js'
import { formatError } from './errors.js'
import { createDocument, TITLE } from './openapi.js'
import { operations } from './operations.js'

/** Serves Set A: its token endpoint, its operations under `/api`, and, with `pages`, their documentation. */
export const setA = (services: Services, pages: boolean) => async (app: FastifyInstance) => {
  acceptForms(app)
  await app.register(multipart)
  mount(app, operations, {
    interface: 'set-a',
    createContext: createContext(services),
    formatError,
    notFoundUnder: ['/oauth', '/oauth/*', '/api', '/api/*'],
  })
  if (pages) serveDocumentation(app, '/api', { title: TITLE, createDocument })
}
