import type { FastifyInstance } from 'fastify'
import type { Interface } from './request-record.js'

/**
 * Sets `config.interface` of all routes of `app` that are registered later, including routes that respond 404 or 405.
 */
export function nameInterface(app: FastifyInstance, name: Interface): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, interface: name }
  })
}
