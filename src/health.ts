import type { FastifyInstance } from 'fastify'
import type { Database } from './db/connect.js'
import { RETRY_AFTER } from './db/unavailable.js'

/**
 * `/health` is 200 if the process runs. `/ready` is 200 if the database responds too, and 503 otherwise, and during
 * maintenance.
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
        return { status: 'ready' }
      } catch (error) {
        request.log.warn({ err: error }, 'The database is unavailable')
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'unavailable' })
      }
    })
  }
