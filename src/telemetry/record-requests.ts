import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.js'
import type { Database } from '../db/connect.js'
import { createRequestLog } from './request-log.js'
import { RequestRecord } from './request-record.js'

export type Telemetry = Awaited<ReturnType<typeof createTelemetry>>

/** The log and the metrics of requests. The code of metrics is loaded only if they are configured. */
export async function createTelemetry(config: Config, db: Database) {
  const log = createRequestLog(config.slowMs)
  const progress = { requests: 0 }
  const module = config.metrics && (await import('./metrics/metrics.js'))
  const metrics = module?.createMetrics(config, db, () => progress.requests)
  return {
    progress,
    metrics,
    /** What happens with the record of a request when its response was sent. */
    finish: (request: FastifyRequest, reply: FastifyReply): void => {
      const { record } = request
      const { operation } = request.routeOptions.config
      if (operation) record.describe(operation)
      if (reply.statusCode === 503) record.refusal ??= 'unavailable'
      log(request, reply)
      metrics?.finish(request, reply)
    },
  }
}

/** Records each request, and serves metrics if they are configured. */
export function recordRequests(app: FastifyInstance, telemetry: Telemetry, config: Config): void {
  const { metrics, progress, finish } = telemetry
  app.decorateRequest('record')
  app.addHook('onRequest', (request, _reply, done) => {
    progress.requests += 1
    request.record = new RequestRecord(request.raw.socket.bytesWritten)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    progress.requests -= 1
    finish(request, reply)
    done()
  })
  if (metrics && config.metrics) metrics.serve(app, config.metrics)
}
