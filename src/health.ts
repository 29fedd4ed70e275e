import type { FastifyInstance } from 'fastify'
import type { Database } from './db/connect.js'
import { RETRY_AFTER } from './db/unavailable.js'

/**
 * `/health` is 200 if the process runs. `/ready` is 200 if the database responds too, and 503 otherwise, and during
 * maintenance. With replicas, it shows them in the order of DATABASE_REPLICA_URLS: the primary answers if none is in use.
 */
export const health =
  (db: Database, isInMaintenance: () => boolean) => async (app: FastifyInstance) => {
    app.get('/health', () => ({ status: 'ok' }))
    app.get('/ready', async (request, reply) => {
      if (app.isStopping) {
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'stopping' })
      }
      if (isInMaintenance()) {
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'maintenance' })
      }
      try {
        await db.read({ text: 'select 1' })
        const replicas = db
          .status()
          .replicas.map(({ isInUse, lagMs }) => ({ inUse: isInUse, lagMs }))
        return { status: 'ready', ...(replicas.length > 0 && { replicas }) }
      } catch (error) {
        request.log.warn({ err: error }, 'The database is unavailable')
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'unavailable' })
      }
    })
  }
