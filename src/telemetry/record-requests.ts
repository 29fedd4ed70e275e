import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.js'
import type { Database } from '../db/connect.js'
import type { Log } from '../log/log.js'
import type { RequestProgress } from './metrics/request-metrics.js'
import { createRequestLog } from './request-log.js'
import type { OpenStreams } from '../request/open-streams.js'
import type { RequestObserver } from '../request/request.js'
import { createShedWarning } from './shed-warning.js'

/** The log, the metrics and the traces of requests. The code of the last two is loaded only if they are configured. */
export async function createTelemetry(
  config: Config,
  db: Database,
  log: Log,
  streams: OpenStreams,
) {
  const logRequest = createRequestLog(config.slowMs)
  const warnOfShedding = createShedWarning(log)
  const progress: RequestProgress = { requests: 0 }
  const module = config.metrics && (await import('./metrics/metrics.js'))
  const metrics = module?.createMetrics(config, db, progress, streams)
  const url = config.tracesUrl
  const tracing =
    url === undefined ? undefined : (await import('./tracing.js')).createTracing(url, log)
  const start = (request: FastifyRequest) => {
    progress.requests += 1
    return tracing?.start(request)
  }
  /** Writes the log line, and updates metrics and traces. */
  const finish = (request: FastifyRequest, reply: FastifyReply): void => {
    progress.requests -= 1
    const { record } = request
    const { operation } = request.routeOptions.config
    if (operation) record.describe(operation)
    if (reply.statusCode === 503 && !record.errors?.includes('QUERY_TIMEOUT'))
      record.refusal ??= 'unavailable'
    if (record.refusal === 'overload') warnOfShedding()
    logRequest(request, reply)
    record.trace?.end(request, reply)
    metrics?.finish(request, reply)
  }
  return {
    progress,
    observer: { start, finish } satisfies RequestObserver,
    /** Serves metrics, and sends the remaining spans when the app closes, if they are configured. */
    serve: (app: FastifyInstance): void => {
      if (tracing) app.addHook('onClose', tracing.close)
      if (metrics && config.metrics) metrics.serve(app, config.metrics)
    },
  }
}
