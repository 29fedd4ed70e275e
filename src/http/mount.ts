import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.js'
import { checkAccept, checkContentType } from './content-negotiation.js'
import { type HttpError, httpErrorOf, nothingHere } from './http-error.js'
import { refuseOtherMethods, supportEveryMethod } from './method-not-allowed.js'
import {
  methodsOf,
  type Operation,
  type OperationTable,
  type ValidatedRequest,
} from './operation.js'
import { readRequest } from './read-request.js'

/** The body of an error response. */
export type FormatError = (
  httpError: HttpError,
  request: { readonly id: string; readonly url: string },
) => unknown

/** What differs between the REST sets. */
export interface RestSet<Access, Context> {
  /** Authenticates and authorises a request. Throws a DomainError or an HttpError if it fails. */
  readonly createContext: (request: FastifyRequest, access: Access) => Promise<Context>
  readonly formatError: FormatError
  /** Paths that respond 404 unless they are an operation's, such as `/v1/*`. */
  readonly notFoundUnder: readonly string[]
}

/**
 * Registers the routes of a set. The checks of a request, in this order: path (404), method (405), Accept (406),
 * credentials (401), role (403), content type, then fields and the rules of the domain (400).
 */
export function mount<Access, Context>(
  app: FastifyInstance,
  table: OperationTable<Access, Context>,
  { createContext, formatError, notFoundUnder }: RestSet<Access, Context>,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  supportEveryMethod(app)
  app.setErrorHandler((error, request, reply) => sendError(formatError, error, request, reply))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  for (const [, method, path, access, operation] of table) {
    app.route({
      method: [...methodsOf(method)],
      url: routeOf(path),
      onRequest: async (request) => {
        checkAccept(request)
        contexts.set(request, await createContext(request, access))
        if (operation.body) checkContentType(request, operation.consumes)
      },
      handler: async (request, reply) => {
        const validated = await readRequest(operation, request)
        const context = contexts.get(request) as Context
        return reply.status(operation.status).send(await run(operation, context, validated))
      },
    })
  }
  for (const [url, allowed] of methodsByPath(table)) refuseOtherMethods(app, url, allowed)
  for (const url of notFoundUnder) {
    app.route({
      method: app.supportedMethods,
      url,
      onRequest: () => {
        throw nothingHere()
      },
      handler: () => undefined,
    })
  }
}

function sendError(
  formatError: FormatError,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const httpError = httpErrorOf(error)
  if (httpError.status === 500) request.log.error({ err: error }, 'A request failed')
  return reply
    .status(httpError.status)
    .headers(httpError.headers)
    .send(formatError(httpError, request))
}

async function run<Context>(
  operation: Operation<Context>,
  context: Context,
  request: ValidatedRequest,
) {
  try {
    return await operation.run(context, request)
  } catch (error) {
    const { errorPath } = operation
    if (!errorPath || !(error instanceof DomainError)) throw error
    const errors = error.errors.map((fieldError) => ({
      ...fieldError,
      path: errorPath(fieldError.path, request),
    }))
    throw new DomainError(error.code, error.message, errors)
  }
}

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function methodsByPath<Access, Context>(table: OperationTable<Access, Context>) {
  const methods = new Map<string, string[]>()
  for (const [, method, path] of table) {
    const url = routeOf(path)
    const all = methods.get(url) ?? []
    all.push(...methodsOf(method))
    if (all.includes('GET') && !all.includes('HEAD')) all.push('HEAD')
    methods.set(url, all)
  }
  return methods
}
