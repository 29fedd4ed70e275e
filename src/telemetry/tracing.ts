import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyRequest } from 'fastify'
import type { Log } from '../log/log.js'
import { fingerprintOf } from './request-log.js'
import type { RequestTrace } from '../request/record.js'
import { traceResource } from './trace-resource.js'
import { shownPath } from '../log/shown-path.js'

const NAME = 'field-inspection-service'

/** The time limit for sending spans, also those that are left at the end. */
const EXPORT_MS = 3000

/** The maximum number of characters of SQL in a span. */
const MAX_SQL = 2000

export interface Tracing {
  readonly start: (request: FastifyRequest) => RequestTrace
  /** Sends the remaining spans. */
  readonly close: () => Promise<void>
}

/**
 * Sends a span for each request, and one for each of its statements, to `url`. The SDK reads other variables of
 * OpenTelemetry, such as OTEL_TRACES_SAMPLER. The header `traceparent` sets the parent of a request's span.
 */
export function createTracing(url: string, log: Log): Tracing {
  const logFailure = (err: unknown) => {
    log.warn({ err }, 'Traces could not be sent')
  }
  setGlobalErrorHandler(logFailure)
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS })
  const provider = new BasicTracerProvider({
    resource: traceResource(NAME),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer(NAME)

  const start = ({ headers, method, id }: FastifyRequest): RequestTrace => {
    const given = headers['traceparent']
    const remote = typeof given === 'string' ? parseTraceParent(given) : null
    const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
    const attributes = { 'http.request.method': method, 'http.request.header.x-request-id': id }
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    const inSpan = trace.setSpan(parent, span)
    return {
      traceId: span.spanContext().traceId,
      observe: (text) => {
        const [verb = ''] = text.trimStart().split(/[\s(]/, 1)
        const attributes = attributesOf(text, span.isRecording())
        const statement = tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, inSpan)
        return (error) => {
          if (error !== undefined) statement.setStatus({ code: SpanStatusCode.ERROR })
          statement.end()
        }
      },
      end: ({ record, url: target, routeOptions, end: { hasLeft } }, { statusCode }) => {
        const { kind, operation } = record
        span.updateName(operation === undefined ? method : `${kind ?? ''} ${operation}`.trim())
        span.setAttributes({
          'url.path': shownPath(target),
          ...(hasLeft ? { 'fis.left': true } : { 'http.response.status_code': statusCode }),
          'fis.interface': routeOptions.config.interface ?? 'other',
          ...(operation !== undefined && { 'fis.operation': operation }),
          ...(record.companyId !== undefined && { 'fis.company': record.companyId }),
          ...(record.userId !== undefined && { 'fis.user': record.userId }),
          ...(record.errors && { 'fis.errors': [...record.errors] }),
        })
        if (!hasLeft && statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return { start, close: () => provider.shutdown().catch(logFailure) }
}

/** The SQL text contains no values, because they are parameters. */
const attributesOf = (text: string, isRecorded: boolean) =>
  isRecorded
    ? {
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, MAX_SQL),
        'fis.fingerprint': fingerprintOf(text),
      }
    : {}
