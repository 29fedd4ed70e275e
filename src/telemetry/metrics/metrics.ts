import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/connect.js'
import type { OpenStreams } from '../../request/open-streams.js'
import { measureCleanup } from './cleanup-metrics.js'
import { measureDatabase } from './database-metrics.js'
import { measureKeptAnswers } from './kept-metrics.js'
import { measurePayers } from './payer-metrics.js'
import { measureProcess } from './process-metrics.js'
import { measureReplicas } from './replica-metrics.js'
import { measureRequests, type RequestProgress } from './request-metrics.js'
import { serveMetrics } from './serve-metrics.js'
import { measureSignIns } from './sign-in-metrics.js'
import { measureStreams } from './stream-metrics.js'

export interface Metrics {
  /** Counts a request at its end. */
  readonly finish: (request: FastifyRequest, reply: FastifyReply) => void
  /** Serves `/metrics` until the app closes. */
  readonly serve: (app: FastifyInstance, address: NonNullable<Config['metrics']>) => void
}

/** The prefix of all names. */
const PREFIX = 'fis_'

/** Creates the metrics of this process. No label has a value that a client chooses. */
export function createMetrics(
  { trustedDocuments }: Pick<Config, 'trustedDocuments'>,
  db: Database,
  progress: RequestProgress,
  streams: OpenStreams,
): Metrics {
  const registry = new Registry()
  measureProcess(registry, PREFIX)
  measureDatabase(registry, db)
  measureReplicas(registry, db)
  measureCleanup(registry, db)
  measurePayers(registry, progress)
  measureKeptAnswers(registry, progress)
  measureStreams(registry, streams)
  const stop = measureSignIns(registry)
  const finish = measureRequests(registry, {
    namesOperations: trustedDocuments !== undefined,
    requestsInProgress: () => progress.requests,
  })
  const serve: Metrics['serve'] = (app, address) => {
    app.addHook('onClose', stop)
    serveMetrics(app, registry, address)
  }
  return { finish, serve }
}
