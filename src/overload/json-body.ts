import type { FastifyInstance } from 'fastify'

/** Wraps Fastify's parser of JSON bodies, to charge its processor time to the client. */
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
