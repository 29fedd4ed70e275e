import type { FastifyInstance } from 'fastify'

/** Replaces Fastify's parser of JSON bodies by the same one, whose time is charged to the client. */
export function chargeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const began = performance.now()
      // The parser calls back synchronously.
      void parse(request, body, (error, value) => {
        request.meter.charge(performance.now() - began)
        done(error, value)
      })
    },
  )
}
