import { execute, type GraphQLError, type GraphQLSchema } from 'graphql'
import type { Database } from '../../db/connect.js'
import { isDatabaseUnavailable } from '../../db/unavailable.js'
import type { ChangedRecord } from '../../domain/change-feed/last-changes.js'
import { findMatchingRecords } from '../../domain/change-feed/matching-records.js'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import { callerOf } from '../../domain/credential/caller-of.js'
import { type Context, createContext, type Services } from '../context.js'
import { isServerError } from '../errors.js'
import { PreparedRequest } from '../operation/prepared-request.js'
import { encodeChangeCursor } from '../schema/change-feed/change-cursor.js'
import type { LiveQuery } from '../schema/change-feed/live-query.js'
import { Batch } from './batch.js'
import { formatErrors } from './format-errors.js'
import type { LiveStream } from './live-stream.js'

/** The estimated processor time of each execution, in milliseconds, and of each character of its result. */
const EXECUTION_MS = 0.2
const MS_PER_CHARACTER = 0.0002

export interface LiveServices extends Services, Pick<Context, 'webhooks'> {
  /** The schema for execution, which accepts coerced variables. */
  readonly executionSchema: GraphQLSchema
  readonly report: (error: unknown) => void
}

/** A prepared subscription: what the streams of a group have in common. */
export class LiveSubscription {
  constructor(
    private readonly services: LiveServices,
    readonly request: PreparedRequest,
    readonly query: LiveQuery,
  ) {}

  /** Whether the subscription may want a change, before the record is read. */
  wants({ recordType, recordId, live }: ChangedRecord): boolean {
    const { types, recordId: only, onlyLive } = this.query
    return (
      types.includes(recordType) && (only === undefined || only === recordId) && (live || !onlyLive)
    )
  }

  /** An event without a change, which says that the connection is alive. A subscription continues after `position`. */
  alive(position: LogPosition): Batch {
    const data = { [this.query.key]: null }
    const cursor = encodeChangeCursor(this.query.role, position)
    return new Batch([JSON.stringify({ data, extensions: { cursor } })])
  }

  /**
   * Executes the subscription for each change, as the user of `stream`. The DataLoaders of all executions are the same, so the number of
   * statements does not depend on the number of changes. Rejects if the database is unavailable.
   */
  async execute(stream: LiveStream, changes: readonly ChangedRecord[]): Promise<Batch> {
    const { services, request } = this
    const { session, request: from } = stream
    const { viewer } = session
    const db = services.db.forCaller(callerOf(session))
    const wanted = await this.matching(db, viewer.companyId, changes)
    const context = {
      ...createContext(services, {
        request: from,
        report: services.report,
        reportCost: () => undefined,
        session,
      }),
      db,
      preparation: { request: this.newRequest() },
    }
    const results = await Promise.all(
      wanted.map(async ({ position, recordType, recordId, live }) =>
        execute({
          schema: services.executionSchema,
          document: request.operation.executable,
          rootValue: {
            cursor: encodeChangeCursor(viewer.role, position),
            recordType,
            recordId,
            action: live ? 'upsert' : 'remove',
          },
          contextValue: context,
          variableValues: { ...request.variables },
        }),
      ),
    )
    for (const { errors } of results) this.reportErrors(errors)
    const texts = results.map(({ data, errors }) =>
      JSON.stringify(errors ? { errors: formatErrors(errors), data } : { data }),
    )
    const characters = texts.reduce((sum, { length }) => sum + length, 0)
    from.meter.charge(texts.length * EXECUTION_MS + characters * MS_PER_CHARACTER)
    return new Batch(
      texts,
      wanted.map(({ position }) => position),
    )
  }

  private reportErrors(errors: readonly GraphQLError[] = []): void {
    for (const error of errors) {
      const cause = error.originalError ?? error
      if (isDatabaseUnavailable(cause)) throw cause
      if (isServerError(error)) this.services.report(error)
    }
  }

  /** The changes with `live` as the filter sees the records. */
  private async matching(
    db: Database,
    companyId: number,
    changes: readonly ChangedRecord[],
  ): Promise<readonly ChangedRecord[]> {
    const { where, types, onlyLive } = this.query
    const [model] = types
    if (where.length === 0 || !model) return changes
    const uuids = changes.filter(({ live }) => live).map(({ recordId }) => recordId)
    const found = await findMatchingRecords({ db, companyId }, model, uuids, where)
    const all = changes.map((each) => ({ ...each, live: found.has(each.recordId) }))
    return onlyLive ? all.filter(({ live }) => live) : all
  }

  /** A prepared request caches what it has found for the arrays of one execution, so each run has its own. */
  private newRequest(): PreparedRequest {
    const { schema, operation, variables, pages, selection, cost } = this.request
    return new PreparedRequest(schema, operation, variables, pages, selection, cost)
  }
}
