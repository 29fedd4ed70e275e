import type { FastifyInstance } from 'fastify'
import type { Database } from './db/connect.js'
import { RETRY_AFTER } from './db/unavailable.js'
import { version } from './version.js'

/**
 * `/health` is 200 if the process runs; its body has the version. `/ready` is 200 if the database responds too. It is 503 if the database does
 * not respond, during maintenance and during the shutdown. Its body says whether Citus distributes the tables over several servers
 * (`isSharded`), and lists the replicas in the order of DATABASE_REPLICA_URLS. If no replica is in use, the primary answers all reads.
 */
export const health =
  (db: Database, isInMaintenance: () => boolean) => async (app: FastifyInstance) => {
    app.get('/health', () => ({ status: 'ok', ...version }))
    app.get('/ready', async (request, reply) => {
      if (app.isStopping) {
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'stopping' })
      }
      if (isInMaintenance()) {
        request.record.refusal = 'maintenance'
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'maintenance' })
      }
      try {
        await db.read({ text: 'select 1' })
        const { isSharded, replicas: all } = db.status()
        const replicas = all.map(({ state, lagMs }) => ({
          state,
          inUse: state === 'in_use',
          lagMs,
        }))
        return {
          status: 'ready',
          ...(isSharded && { isSharded }),
          ...(replicas.length > 0 && { replicas }),
        }
      } catch (error) {
        request.log.warn({ err: error }, 'The database is unavailable')
        return reply.status(503).header('retry-after', RETRY_AFTER).send({ status: 'unavailable' })
      }
    })
  }
