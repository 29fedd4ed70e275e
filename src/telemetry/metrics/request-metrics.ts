import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { bytesSent, INTERFACES } from '../../request/record.js'

/** The requests without a complete response. */
export interface RequestProgress {
  requests: number
  /** Undefined until the routes are registered. */
  payers?: {
    /** The number of requests that wait for others of their payer. */
    readonly waiting: number
    /** The processor time that was charged, in milliseconds. */
    readonly charged: { readonly users: number; readonly networks: number }
  }
  /** The kept answers; undefined if none are kept. */
  kept?: { readonly size: { readonly bytes: number; readonly count: number } } | undefined
}

interface Options {
  /** Whether GraphQL operation names are labels: only if trusted documents limit their number. */
  readonly namesOperations: boolean
  readonly requestsInProgress: () => number
}

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures requests. Returns the function to call at the end of each request. */
export function measureRequests(
  registry: Registry,
  { namesOperations, requestsInProgress }: Options,
) {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })

  const duration = new Histogram({
    name: 'fis_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response, or until its client left.',
    labelNames: ['interface', 'operation', 'kind', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const database = new Histogram({
    name: 'fis_request_database_seconds',
    help: 'Time in which a request waited for the database, including time in queues.',
    labelNames: ['interface'],
    buckets: BUCKETS,
    registers,
  })
  const statements = counter(
    'fis_statements_total',
    'SQL statements sent for requests.',
    'interface',
  )
  const bytes = counter('fis_response_bytes_total', 'Bytes of response bodies.', 'interface')
  const errors = counter(
    'fis_errors_total',
    'Responses with an error, by its code.',
    'interface',
    'code',
  )
  // In Prometheus, a series that begins with 1 has not grown: the alert ServerErrors would miss the first error.
  for (const name of INTERFACES) errors.inc({ interface: name, code: 'INTERNAL_SERVER_ERROR' }, 0)
  const refusals = counter(
    'fis_refused_requests_total',
    'Requests that were refused although they may be valid: overload, processor budget, rate limit, maintenance, or database unavailable.',
    'reason',
  )
  const caches = counter(
    'fis_cache_lookups_total',
    'Lookups of parsed GraphQL documents, of generated SQL statements and of kept answers, by result: hit or miss.',
    'cache',
    'result',
  )
  new Gauge({
    name: 'fis_requests_in_progress',
    help: 'Requests without a complete response.',
    registers,
    collect() {
      this.set(requestsInProgress())
    },
  })

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { record } = request
    const name = request.routeOptions.config.interface ?? 'other'
    const operation = namesOperations ? record.operation : record.label
    duration.observe(
      {
        interface: name,
        operation: operation ?? 'other',
        kind: record.kind ?? 'other',
        status: request.end.hasLeft ? 'left' : `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    )
    const { database: use } = record
    bytes.inc({ interface: name }, bytesSent(request, reply))
    if (use.statements > 0) statements.inc({ interface: name }, use.statements)
    if (use.ms > 0) database.observe({ interface: name }, use.ms / 1000)
    if (record.errors) for (const code of record.errors) errors.inc({ interface: name, code })
    if (record.refusal !== undefined) refusals.inc({ reason: record.refusal })
    if (record.documentHit !== undefined) caches.inc(lookup('documents', record.documentHit))
    if (record.statementHit !== undefined) caches.inc(lookup('statements', record.statementHit))
    if (record.answerHit !== undefined) caches.inc(lookup('answers', record.answerHit))
  }
}

const lookup = (cache: string, isHit: boolean) => ({ cache, result: isHit ? 'hit' : 'miss' })
