import { DatabaseUse } from '../db/connect.js'
import type { RequestTrace } from './tracing.js'

export type Interface = 'graphql' | 'set-a' | 'set-b' | 'documents' | 'other'

/** Whether an operation only reads. */
export type OperationKind = 'query' | 'mutation'

/** Why the service refused a request that was valid. */
export type Refusal = 'overload' | 'processor budget' | 'rate limit' | 'maintenance' | 'unavailable'

/** An operation of a REST set: its operation id in the OpenAPI document. */
export interface RouteOperation {
  readonly name: string
  readonly kind: OperationKind
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The interface of the route. */
    interface?: Interface
    operation?: RouteOperation
  }
  interface FastifyRequest {
    record: RequestRecord
  }
}

interface FieldError {
  readonly path: readonly (string | number)[]
  readonly code: string
}

/** The maximum number of characters of a reason, and of fields in it. */
const MAX_REASON = 500
const MAX_FIELDS = 10

/** What the log, the metrics and the traces say about one request. */
export class RequestRecord {
  /** For the log. A client chooses the names of GraphQL operations. */
  operation: string | undefined
  /** For metrics: one of a limited number of names. */
  label: string | undefined
  kind: OperationKind | undefined
  companyId: number | undefined
  userId: number | undefined
  /** The codes of the errors in the response, each once. */
  errors: readonly string[] | undefined
  /** What is invalid in the request, without values that the client sent. */
  reason: string | undefined
  refusal: Refusal | undefined
  /** Whether the parsed GraphQL document, and the SQL statement of the request, were cached. */
  documentHit: boolean | undefined
  statementHit: boolean | undefined
  /** The SQL that answers the request. */
  plan: string | undefined
  readonly database: DatabaseUse
  /** What the connection had sent before the request. */
  readonly bytesBefore: number

  constructor(
    bytesBefore = 0,
    /** The span of the request, if there are traces. */
    readonly trace?: RequestTrace,
  ) {
    this.bytesBefore = bytesBefore
    this.database = new DatabaseUse(trace?.observe)
  }

  /** The credentials of the request are those of this user. */
  identify({ companyId, userId }: { companyId?: number; userId?: number }): void {
    this.companyId = companyId
    this.userId = userId
  }

  describe({ name, kind }: RouteOperation, label = name): void {
    this.operation = name
    this.kind = kind
    this.label = label
  }

  /** The response has these errors. */
  fail(codes: readonly string[], reason?: string): void {
    this.errors = [...new Set([...(this.errors ?? []), ...codes])]
    this.reason = reason?.slice(0, MAX_REASON) ?? this.reason
  }

  /** The response says that these fields of the request are invalid. */
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
