import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.js'
import { createRequestLog } from './request-log.js'
import { RequestRecord } from './request-record.js'

export type Telemetry = ReturnType<typeof createTelemetry>

/** What happens to the record of each request when its response is sent. */
export function createTelemetry({ slowMs }: Pick<Config, 'slowMs'>) {
  const log = createRequestLog(slowMs)
  return {
    finish: (request: FastifyRequest, reply: FastifyReply): void => {
      const { operation } = request.routeOptions.config
      if (operation) request.record.describe(operation)
      log(request, reply)
    },
  }
}

/** Records each request. */
export function recordRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorateRequest('record')
  app.addHook('onRequest', (request, _reply, done) => {
    request.record = new RequestRecord(request.raw.socket.bytesWritten)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    telemetry.finish(request, reply)
    done()
  })
}
