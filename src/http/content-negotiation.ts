import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { HttpError } from './http-error.js'

const JSON_TYPE = 'application/json'

/** A parameter of a media range, such as `charset=utf-8`, but not its weight `q`. */
const PARAMETER = /;(?!\s*q=)\s*[^\s;,="]+=("[^"]*"|[^;,"]*)/gi

/** Throws 406 unless `Accept` allows JSON. Ignores the parameters of media ranges. */
export function checkAccept({ headers }: FastifyRequest): void {
  if (!headers.accept) return
  const accept = headers.accept.replace(PARAMETER, '')
  if (new Negotiator({ headers: { accept } }).mediaType([JSON_TYPE]) === JSON_TYPE) return
  throw notAcceptable()
}

export const notAcceptable = () =>
  new HttpError(406, `The response is ${JSON_TYPE}, which the Accept header does not allow.`)

/** Throws 400 if the request has a body whose media type the operation does not accept. */
export function checkContentType({ headers }: FastifyRequest, consumes: readonly string[]): void {
  const contentType = headers['content-type']
  if (contentType === undefined && !hasBody(headers)) return
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (consumes.includes(mediaType)) return
  const expected = consumes.join(' or ')
  throw new HttpError(
    400,
    contentType === undefined
      ? `The header Content-Type is missing: ${expected} is expected.`
      : `A body of the type ${expected} is expected.`,
  )
}

export const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Adds the name of a header that the response depends on to its `Vary`. */
export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? name : `${String(others)}, ${name}`)
}
