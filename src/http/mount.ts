import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.js'
import { checkAccept, checkContentType } from './accept.js'
import { HttpError, httpErrorOf } from './http-error.js'
import {
  type ValidatedRequest,
  methodsOf,
  type Operation,
  type OperationTable,
} from './operation.js'
import { readRequest } from './read-request.js'

/** Makes the body of an error response. */
export type Present = (
  httpError: HttpError,
  request: { readonly id: string; readonly url: string },
) => unknown

/** What is a set's own in how it answers. */
export interface Face<Access, Caller> {
  /** Who is asking, if he may call what asks for such access; throws a DomainError or HttpError if not. */
  readonly callerOf: (request: FastifyRequest, access: Access) => Promise<Caller>
  readonly present: Present
  /** Where everything that is no operation is not found, such as `/v1/*`. */
  readonly under: readonly string[]
}

/**
 * Serves the operations of a set. A request is refused by the first of these that it breaks: path (404), method (405),
 * Accept (406), credentials (401), role (403), content type, shape and the domain's rules (400).
 */
export function mount<Access, Caller>(
  app: FastifyInstance,
  table: OperationTable<Access, Caller>,
  face: Face<Access, Caller>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  allowEveryMethod(app)
  app.setErrorHandler((error, request, reply) =>
    sendError(httpErrorOf(error), error, request, reply),
  )
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  const sendError = (
    httpError: HttpError,
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (httpError.status === 500) request.log.error({ err: error }, 'A request failed')
    return reply
      .status(httpError.status)
      .headers(httpError.headers)
      .send(face.present(httpError, request))
  }

  for (const [, method, path, access, operation] of table) {
    app.route({
      method: [...methodsOf(method)],
      url: routeOf(path),
      onRequest: async (request) => {
        checkAccept(request)
        callers.set(request, await face.callerOf(request, access))
        if (operation.body) checkContentType(request, operation.consumes)
      },
      handler: async (request, reply) => {
        const asked = await readRequest(operation, request)
        const caller = callers.get(request) as Caller
        return reply.status(operation.status).send(await run(operation, caller, asked))
      },
    })
  }
  for (const [url, allowed] of methodsByPath(table)) refuseOtherMethods(app, url, allowed)
  for (const url of face.under) {
    app.route({
      method: app.supportedMethods,
      url,
      onRequest: () => {
        throw new HttpError(404, 'There is nothing here.')
      },
      handler: nothing,
    })
  }
}

/** Answers 405 to every other method than those that a path has. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
): void {
  const allow = allowed.join(', ')
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    onRequest: (request) => {
      const message = `The method ${request.method} is not allowed here. Allowed: ${allow}.`
      throw new HttpError(405, message, { headers: { allow } })
    },
    handler: nothing,
  })
}

const nothing = () => undefined

async function run<Caller>(operation: Operation<Caller>, caller: Caller, asked: ValidatedRequest) {
  try {
    return await operation.run(caller, asked)
  } catch (error) {
    const { wirePath } = operation
    if (!wirePath || !(error instanceof DomainError)) throw error
    const errors = error.errors.map((fieldError) => ({
      ...fieldError,
      path: wirePath(fieldError.path, asked),
    }))
    throw new DomainError(error.code, error.message, errors)
  }
}

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function methodsByPath<Access, Caller>(table: OperationTable<Access, Caller>) {
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

/** Lets the router see each method that the parser knows, so that a wrong one is 405 and not 404. */
function allowEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
}
