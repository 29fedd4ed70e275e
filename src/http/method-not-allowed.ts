import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.js'

/** Responds 405 with `Allow` to every method that `allowed` does not list. */
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
    handler: () => undefined,
  })
}

/** Registers every method that Node's parser knows, because Fastify responds 404, not 405, to an unregistered one. */
export function supportEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
}
