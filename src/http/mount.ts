import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Domain } from '../domain/domain.js'
import { type Interface, nameInterface, type OperationKind } from '../request/record.js'
import { checkAccept, checkContentType } from './content-negotiation.js'
import { recordFailure } from './failure.js'
import { type HttpError, httpErrorOf, pathNotFound } from './http-error.js'
import { refuseOtherMethods, supportEveryMethod } from './method-not-allowed.js'
import { invalidRequest } from './invalid-request.js'
import { methodsOf, operationIdOf, type OperationTable } from './operation.js'
import { readRequest } from './read-request.js'
import { run } from './run.js'
import { runOnce } from './run-once.js'

/** The body of an error response. */
export type FormatError = (
  httpError: HttpError,
  request: { readonly id: string; readonly url: string },
) => unknown

/** The differences between the REST APIs (Set A and Set B). */
interface RestSet<Services> {
  readonly interface: Interface
  /** What operations get besides their user, if any. */
  readonly services: Services
  readonly formatError: FormatError
  /** URL patterns of the API, such as `/v1/*`. If a path matches one of them but no operation, the API responds 404. */
  readonly notFoundUnder: readonly string[]
}

/**
 * Registers the routes of a REST API. The checks of a request, in this order: path (404), method (405), Accept (406),
 * credentials (401), role (403), content type, then fields and the rules of the domain (400).
 */
export function mount<Services extends object>(
  app: FastifyInstance,
  table: OperationTable<Domain & Services>,
  { interface: set, services, formatError, notFoundUnder }: RestSet<Services>,
): void {
  const contexts = new WeakMap<FastifyRequest, Domain & Services>()
  supportEveryMethod(app)
  nameInterface(app, set)
  formatErrors(app, formatError)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  const methods = new Map<string, Set<string>>()
  for (const [name, method, path, access, , operation] of table) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const onRequest = async (request: FastifyRequest) => {
      checkAccept(request)
      const onlyReads = kindOf(request.method) === 'query'
      contexts.set(request, await request.access.open(access, onlyReads, services))
      if (operation.body) checkContentType(request, operation.consumes)
    }
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const context = contexts.get(request) as Domain & Services
      const { parts, errors, release } = await readRequest(operation, request, context)
      let body: unknown
      try {
        if (errors.length > 0) throw await invalidRequest(operation, context, parts, errors)
        body = await runOnce(request, operation, context, parts, (inside) =>
          run(operation, inside, parts),
        )
      } finally {
        await release?.()
      }
      return request.meter.time(() => reply.status(operation.status).send(body))
    }
    for (const [index, each] of methodsOf(method).entries()) {
      const named = { name: operationIdOf(name, each, index), kind: kindOf(each) }
      app.route({ method: each, url, config: { operation: named }, onRequest, handler })
    }
    const allowed = methodsOf(method).flatMap((each) => (each === 'GET' ? [each, 'HEAD'] : each))
    methods.set(url, new Set([...(methods.get(url) ?? []), ...allowed]))
  }
  for (const [url, allowed] of methods) refuseOtherMethods(app, url, [...allowed])
  respondNotFound(app, notFoundUnder)
}

/**
 * Formats the error responses of an app, and logs unexpected errors. `statusOf`: the status of an error, if the app has
 * statuses that the REST sets have not.
 */
export function formatErrors(
  app: FastifyInstance,
  formatError: FormatError,
  statusOf: (error: HttpError) => number = (error) => error.status,
): void {
  app.setErrorHandler((error, request, reply) => {
    const httpError = httpErrorOf(error)
    const { status, headers } = httpError
    recordFailure(request.record, httpError)
    if (status === 500) request.log.error({ err: error }, 'A request failed')
    return reply.status(statusOf(httpError)).headers(headers).send(formatError(httpError, request))
  })
}

const kindOf = (method: string): OperationKind =>
  method === 'GET' || method === 'HEAD' ? 'query' : 'mutation'

/** Responds 404 to requests for these URL patterns, unless a more specific route matches. */
export function respondNotFound(app: FastifyInstance, urls: readonly string[]): void {
  const onRequest = () => {
    throw pathNotFound()
  }
  for (const url of urls) app.all(url, { onRequest }, () => undefined)
}
