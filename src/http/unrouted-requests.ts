import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  ConnectionError,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'
import type { Log } from '../log/log.js'
import { shownPath } from '../log/shown-path.js'
import { codeOf, recordFailure } from './failure.js'
import { HttpError, pathNotFound } from './http-error.js'
import type { FormatError } from './mount.js'
import { type BeginRequest, requestIdOf } from '../request/request.js'

/** Chooses the error format of a request that no operation handles, by its path. */
type ErrorFormatOf = (path: string) => FormatError

const REQUEST_LINE = /^[A-Z]+ \/\S* HTTP\/1\.[01]$/

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
    const [line = '', ...headers] = packet?.toString('latin1', 0, maxHeaderSize).split('\r\n') ?? []
    const [method, url = '/'] = line.split(' ', 2)
    const httpError = parserError(error.code, method)
    const id = requestIdOf({ headers: { 'x-request-id': requestIdIn(headers) } })
    const { status, message: reason } = httpError
    // A packet may begin in the body of a request, which may contain a password.
    const request = REQUEST_LINE.test(line) && { method, path: shownPath(url) }
    const errors = [codeOf(status)]
    const described = { reqId: id, interface: 'other', ...request, status, errors, reason }
    log.info({ ...described, code: error.code, address: socket.remoteAddress }, 'request')
    const formatError = errorFormatOf(pathOf(url))
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
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError(400, `The headers are larger than ${maxHeaderSize} bytes.`)
  }
  return new HttpError(400, 'This is not an HTTP request.')
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

const requestIdIn = (headers: readonly string[]) =>
  headers
    .find((header) => /^x-request-id:/i.test(header))
    ?.slice('x-request-id:'.length)
    .trim()

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

/** Responds to a request whose path Fastify's router cannot decode. */
export const malformedPathHandler =
  (errorFormatOf: ErrorFormatOf, begin: BeginRequest) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // Fastify calls no hooks for such a request.
    begin(request, reply)
    send(errorFormatOf, new HttpError(400, 'The path is malformed.'), request, reply)
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
