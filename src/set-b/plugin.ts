import type { FastifyInstance } from 'fastify'
import { serveDocumentation } from '../http/documentation.js'
import type { SignInServices } from '../domain/credential/sign-in.js'
import { mount } from '../http/mount.js'
import { formatError } from './errors.js'
import { createDocument, TITLE } from './openapi.js'
import { operations } from './operations.js'

/** Serves Set B: its login, its operations under `/v1`, and, with `pages`, their documentation. */
export const setB = (services: SignInServices, pages: boolean) => async (app: FastifyInstance) => {
  mount(app, operations, {
    interface: 'set-b',
    services,
    formatError,
    notFoundUnder: ['/v1', '/v1/*'],
  })
  if (!pages) return
  const logInPath = '/api/authentication/login'
  serveDocumentation(app, '/v1', { title: TITLE, logInPath, createDocument })
}
