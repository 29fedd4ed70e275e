import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { serveDocumentation } from '../http/documentation.js'
import { mount } from '../http/mount.js'
import { callerOf, type Services } from './context.js'
import { createDocument, TITLE } from './openapi.js'
import { presentError } from './errors.js'
import { operations } from './operations.js'

/** Serves Set A: its token endpoint, its operations under `/api`, and what documents them. */
export const setA = (services: Services) => async (app: FastifyInstance) => {
  await app.register(formbody)
  await app.register(multipart)
  mount(app, operations, {
    callerOf: callerOf(services),
    present: presentError,
    under: ['/oauth', '/oauth/*', '/api', '/api/*'],
  })
  serveDocumentation(app, '/api', { title: TITLE, createDocument })
}
