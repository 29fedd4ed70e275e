import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Done = (error: Error | null, body?: unknown) => void

/** Parses the text of a body, and calls `done` synchronously. */
type Parser = (request: FastifyRequest, text: string, done: Done) => void

/** Charges the processor time of a parser to the request's payer. */
const charged =
  (parse: Parser): Parser =>
  (request, text, done) => {
    const began = performance.now()
    parse(request, text, (error, body) => {
      request.meter.measured(performance.now() - began)
      done(error, body)
    })
  }

/** Replaces Fastify's parser of JSON bodies by one that charges its time. */
export function chargeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error') as Parser
  app.addContentTypeParser('application/json', { parseAs: 'string' }, charged(parse))
}

/** Accepts forms without files. */
export function acceptForms(app: FastifyInstance): void {
  const parse: Parser = (_request, text, done) => {
    // The size of the body is limited, so its number of fields need not be.
    done(null, parseForm(text, '&', '=', { maxKeys: 0 }))
  }
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, charged(parse))
}
