import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { HttpError } from './http-error.js'

const JSON_TYPE = 'application/json'

/** A parameter of a media range, such as `charset=utf-8`; but not its weight. */
const PARAMETER = /;(?!\s*q=)\s*[^\s;,="]+=("[^"]*"|[^;,"]*)/gi

/** Refuses a request whose `Accept` admits no JSON, whatever its parameters. */
export function checkAccept({ headers }: FastifyRequest): void {
  if (!headers.accept) return
  const accept = headers.accept.replace(PARAMETER, '')
  if (new Negotiator({ headers: { accept } }).mediaType([JSON_TYPE]) === JSON_TYPE) return
  throw new HttpError(406, `Answers are ${JSON_TYPE}, which the Accept header does not admit.`)
}

/** Refuses a body of a media type that the operation does not read. */
export function checkContentType(request: FastifyRequest, consumes: readonly string[]): void {
  const given = request.headers['content-type']
  if (given === undefined) return
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (consumes.includes(type)) return
  throw new HttpError(400, `A body of the type ${consumes.join(' or ')} is expected.`)
}
