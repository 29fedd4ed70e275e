import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type Config, ConfigError } from '../../config/config.js'
import { bearerToken } from '../../request/credentials.js'

/** Serves `/metrics` on a port of its own if there is one, otherwise on the port of the app. */
export function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  { host, port, token }: NonNullable<Config['metrics']>,
): void {
  if (port === undefined) {
    addRoute(app, registry, token)
    return
  }
  const server = Fastify({ forceCloseConnections: true })
  addRoute(server, registry, token)
  app.addHook('onReady', async () => {
    try {
      const address = await server.listen({ host, port })
      app.log.info({ address: `${address}/metrics` }, 'Metrics')
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      throw new ConfigError([
        `METRICS_PORT and METRICS_HOST: cannot listen on ${host}:${port} (${code}).`,
      ])
    }
  })
  app.addHook('onClose', () => server.close())
}

function addRoute(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get('/metrics', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store')
    if (token !== undefined && !isEqual(bearerToken(headers) ?? '', token)) {
      const message = 'The token of METRICS_TOKEN is required: Authorization: Bearer <token>.'
      return reply.status(401).header('www-authenticate', 'Bearer').send({ message })
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Compares in a time that does not depend on where the texts differ. */
const isEqual = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other))
