import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUse, type ObserveStatement } from '../db/connect.js'

export type Interface = (typeof INTERFACES)[number]

export const INTERFACES = ['graphql', 'set-a', 'set-b', 'documents', 'docs', 'other'] as const

/** Whether an operation reads once, writes, or follows what changes. */
export type OperationKind = 'query' | 'mutation' | 'subscription'

/** The operation of a request, for the log. */
export interface RouteOperation {
  /** In a REST set, the operation id in the OpenAPI document. */
  readonly name: string
  readonly kind: OperationKind
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The interface of the route. */
    interface?: Interface
    operation?: RouteOperation
  }
}

/**
 * Sets `config.interface` of all routes of `app` that are registered later, including routes that respond 404 or 405.
 */
export function nameInterface(app: FastifyInstance, name: Interface): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, interface: name }
  })
}

/** Why the service refused a request that may be valid. */
export type Refusal = (typeof REFUSALS)[number]

export const REFUSALS = [
  'overload',
  'processor budget',
  'rate limit',
  'maintenance',
  'unavailable',
] as const

interface FieldError {
  readonly path: readonly (string | number)[]
  readonly code: string
}

/** The span of one request. */
export interface RequestTrace {
  readonly traceId: string
  /** Creates the spans of the request's statements. */
  readonly observe: ObserveStatement
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void
}

/** The maximum number of characters of a reason, and of fields in it. */
const MAX_REASON = 500
const MAX_FIELDS = 10

/** What the log, the metrics and the traces say about one request. */
export class RequestRecord {
  /** The operation's name in the log. Clients choose the names of GraphQL operations. */
  operation: string | undefined
  /** The operation's name in metrics: one of a limited number of names. */
  label: string | undefined
  kind: OperationKind | undefined
  companyId: number | undefined
  userId: number | undefined
  /** The codes of the errors in the response, each once. */
  errors: readonly string[] | undefined
  /** What is invalid in the request, without values that the client sent. */
  reason: string | undefined
  refusal: Refusal | undefined
  /** Whether the parsed GraphQL document was cached, and whether the generated SQL statement was. */
  documentHit: boolean | undefined
  statementHit: boolean | undefined
  /** Whether a kept answer was sent. Undefined if the answer is not one that is kept. */
  answerHit: boolean | undefined
  /** The SQL that answers the request. */
  plan: string | undefined
  readonly database: DatabaseUse
  /** The number of bytes that the connection had sent before the request. */
  readonly bytesBefore: number

  constructor(
    bytesBefore = 0,
    /** The span of the request, if there are traces. */
    readonly trace?: RequestTrace,
  ) {
    this.bytesBefore = bytesBefore
    this.database = new DatabaseUse(trace?.observe)
  }

  /** Records the user, after authentication. */
  identify({ companyId, userId }: { companyId?: number; userId?: number }): void {
    this.companyId = companyId
    this.userId = userId
  }

  describe({ name, kind }: RouteOperation, label = name): void {
    this.operation = name
    this.kind = kind
    this.label = label
  }

  /** Records the codes of errors in the response. */
  fail(codes: readonly string[], reason?: string): void {
    this.errors = [...new Set([...(this.errors ?? []), ...codes])]
    this.reason = reason?.slice(0, MAX_REASON) ?? this.reason
  }

  /** Records the errors about fields of the request. */
  failFields(errors: readonly FieldError[]): void {
    const fields = errors
      .slice(0, MAX_FIELDS)
      .map(({ path, code }) => `${path.join('.') || 'body'} ${code}`)
    this.fail(
      errors.map(({ code }) => code),
      fields.join(', '),
    )
  }
}

/** The size of the body that was sent. If there is no `Content-Length`, the size of the headers and the body. */
export function bytesSent({ raw, record }: FastifyRequest, reply: FastifyReply): number {
  if (raw.method === 'HEAD') return 0
  const length = reply.getHeader('content-length')
  return length === undefined ? raw.socket.bytesWritten - record.bytesBefore || 0 : Number(length)
}
