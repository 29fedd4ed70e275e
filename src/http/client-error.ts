import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  ConnectionError,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
} from 'fastify'
import { HttpError, httpErrorOf } from './http-error.js'
import type { Present } from './mount.js'

/** In whose words what has a path, but reaches no operation, is answered. */
export type PresentFor = (path: string) => Present

/**
 * Answers bytes that are no HTTP request, in the words that `presentFor` finds for their path. Among them is the
 * method `BREW`, which node's parser does not know: it is what 418 is for.
 */
export const answerClientError =
  (presentFor: PresentFor, newRequestId: () => string) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) {
      socket.destroy(error)
      return
    }
    // The bytes that the parser could not read; Fastify's types know them as they would be in JSON.
    const packet = error.rawPacket as unknown as Buffer | undefined
    const line = packet?.subarray(0, 2048).toString('latin1').split('\r\n', 1)[0] ?? ''
    const [method, url = '/'] = line.split(' ')
    const httpError = errorIn(error.code, method)
    const id = newRequestId()
    const body = JSON.stringify(presentFor(url.split('?', 1)[0] ?? '')(httpError, { id, url }))
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

function errorIn(code: string, method: string | undefined): HttpError {
  if (code === 'HPE_INVALID_METHOD' && method === 'BREW')
    return new HttpError(418, 'This is a teapot.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError(400, 'The request did not arrive in time.')
  }
  return new HttpError(400, 'This is no HTTP request.')
}

const answer = (
  presentFor: PresentFor,
  httpError: HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  void reply
    .status(httpError.status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send(presentFor(request.url)(httpError, request))

/** Answers a request whose path is no face's. */
export const answerNotFound =
  (presentFor: PresentFor) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    answer(presentFor, new HttpError(404, 'There is nothing here.'), request, reply)
  }

/** Refuses a request without the header that HTTP/1.1 demands; node's own answer would have no body. */
export const requireHost =
  (presentFor: PresentFor): onRequestHookHandler =>
  (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      answer(presentFor, new HttpError(400, 'The Host header is missing.'), request, reply)
    } else done()
  }

/** Answers a request that the router cannot read, such as one of a malformed path. */
export const answerUnroutable =
  (presentFor: PresentFor) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    answer(presentFor, httpErrorOf(error), request, reply)
  }
