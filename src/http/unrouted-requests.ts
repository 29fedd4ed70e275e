import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  ConnectionError,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'
import type { Log } from '../db/log.js'
import { RequestRecord } from '../telemetry/request-record.js'
import { recordFailure } from './failure.js'
import { HttpError, httpErrorOf, pathNotFound } from './http-error.js'
import type { FormatError } from './mount.js'

/** Chooses the error format of a request that no operation handles, by its path. */
type ErrorFormatOf = (path: string) => FormatError

/** Responds to a request that Node's HTTP parser rejects: 400, or 418 for the method `BREW`, which it does not know. */
export const clientErrorHandler =
  (errorFormatOf: ErrorFormatOf, log: Log) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) {
      socket.destroy(error)
      return
    }
    // A Buffer, although Fastify declares another type.
    const packet = error.rawPacket as unknown as Buffer | undefined
    const line = packet?.subarray(0, 2048).toString('latin1').split('\r\n', 1)[0] ?? ''
    const [method, url = '/'] = line.split(' ')
    const httpError = parserError(error.code, method)
    const id = randomUUID()
    const { status, message: reason } = httpError
    const address = socket.remoteAddress
    log.info({ reqId: id, status, reason, code: error.code, address }, 'request')
    const formatError = errorFormatOf(url.split('?', 1)[0] ?? '')
    const body = JSON.stringify(formatError(httpError, { id, url }))
    const head = [
      `HTTP/1.1 ${httpError.status} ${STATUS_CODES[httpError.status] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      `x-request-id: ${id}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }

function parserError(code: string, method: string | undefined): HttpError {
  if (code === 'HPE_INVALID_METHOD' && method === 'BREW')
    return new HttpError(418, 'This is a teapot.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError(400, 'The request did not arrive in time.')
  }
  return new HttpError(400, 'This is not an HTTP request.')
}

/** Responds 404 to a request that matches no route. */
export const notFoundHandler =
  (errorFormatOf: ErrorFormatOf) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    send(errorFormatOf, pathNotFound(), request, reply)
  }

/** Responds 400 to an HTTP/1.1 request without a `Host` header. Node's own response has no body. */
export const requireHost =
  (errorFormatOf: ErrorFormatOf): onRequestHookHandler =>
  (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      send(errorFormatOf, new HttpError(400, 'The Host header is missing.'), request, reply)
    } else done()
  }

/**
 * Responds to a request that Fastify's router rejects, such as one with a malformed path. Calls `finish` after the
 * response.
 */
export const frameworkErrorHandler =
  (errorFormatOf: ErrorFormatOf, finish: (request: FastifyRequest, reply: FastifyReply) => void) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // Fastify calls no hooks for such a request.
    request.record = new RequestRecord()
    reply.raw.once('close', () => {
      finish(request, reply)
    })
    send(errorFormatOf, httpErrorOf(error), request, reply)
  }

const send = (
  errorFormatOf: ErrorFormatOf,
  httpError: HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  recordFailure(request.record, httpError)
  void reply
    .status(httpError.status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send(errorFormatOf(request.url)(httpError, request))
}
