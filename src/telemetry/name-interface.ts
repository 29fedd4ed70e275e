import type { FastifyInstance } from 'fastify'
import type { Interface } from './request-record.js'

/** Names the interface of all routes that are registered later, also those of errors. */
export function nameInterface(app: FastifyInstance, name: Interface): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, interface: name }
  })
}
