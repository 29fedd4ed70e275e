import type { Caller, Sql } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import type { UsedKey } from '../../domain/api-key/used-key.js'
import { sessionIsValidSql } from '../../domain/credential/session-is-valid.js'
import { callerOf } from '../../domain/credential/caller-of.js'
import type { Credentials, Session } from '../../domain/credential/session.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { CostReport } from '../operation/cost-report.js'
import type { PreparedOperation } from '../operation/prepared-operation.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SqlContext } from './json.js'
import { type KeptSource, keptSource } from './kept-source.js'
import type { SqlPlan } from './plan.js'

/** A request, its plan, and its session from the last authentication of its credentials. */
export interface PlannedRequest {
  readonly plan: SqlPlan
  readonly request: PreparedRequest
  readonly credentials: Credentials
  readonly session: Session
}

/**
 * The generated statement of a request. It has no reference to the document, so that a cache of statements takes little
 * memory.
 */
export interface RequestStatement extends Pick<SqlPlan, 'isQuick' | 'parts' | 'status'> {
  readonly cost: CostReport
  readonly statement: ReturnType<Sql['prepare']>
  /** The session and company whose limits apply to the statement. */
  readonly caller: Caller
  readonly viewer: Viewer
  /** The API keys of the session, whose address ranges apply to each request. */
  readonly keys: readonly UsedKey[]
  readonly operation: PreparedOperation['logged']
  readonly label: string
  /** Undefined if the answer is not kept. */
  readonly kept?: KeptRequest | undefined
  /** Whether the last execution took longer than `SLOW_MS`. */
  isSlow: boolean
}

/** What the check of a kept answer needs. The session is that for which the statement was generated. */
export interface KeptRequest extends Pick<PlannedRequest, 'credentials' | 'session'> {
  readonly source: KeptSource
}

/** A slower request is sent as several concurrent statements, if the database is idle. */
const SLOW_MS = 5

/**
 * Generates the statement of a request. Its value is null if the credentials are no longer valid. The answer is kept from the cost
 * `keptFrom` on; if this is undefined, it is not kept.
 */
export function createStatement(
  sql: Sql,
  planned: PlannedRequest,
  keptFrom?: number,
): RequestStatement {
  const { isQuick, parts, status } = planned.plan
  const { statement, value, values } = write(sql, planned, planned.plan.write)
  const { cost, operation } = planned.request
  const { credentials, session } = planned
  const isDear = keptFrom !== undefined && cost.requested >= keptFrom
  const source = isDear ? keptSource(value, values) : undefined
  const kept = source && { source, credentials, session }
  const { logged, label } = operation
  const { viewer, keys = [] } = planned.session
  const caller = callerOf(planned.session)
  const names = { operation: logged, label }
  const sent = { isQuick, parts, status, isSlow: false }
  return { statement, cost, caller, viewer, keys, ...names, ...sent, kept }
}

function write(
  sql: Sql,
  { request, credentials, session }: PlannedRequest,
  sqlOf: (context: SqlContext) => string,
  isText = true,
) {
  const { viewer } = session
  const statement = new Statement(viewer.companyId)
  const allowed = sessionIsValidSql(statement, credentials, session)
  const before = statement.values.length
  const value = sqlOf({ statement, viewer, request })
  return {
    statement: sql.prepare(
      `select case when ${allowed} then ${value} end`,
      statement.values,
      isText,
    ),
    value,
    /** The parameters of the value: the company, and its own. */
    values: [viewer.companyId, ...statement.values.slice(before)],
  }
}

/** Sends a statement. Returns the text of `data`; undefined if the credentials are no longer valid. */
export async function sendStatement(
  sql: Sql,
  written: RequestStatement,
): Promise<string | undefined> {
  const { statement, isQuick } = written
  const began = performance.now()
  const { rows } = await sql.read<unknown[]>(statement, { quick: isQuick })
  written.isSlow = performance.now() - began > SLOW_MS
  const value = rows[0]?.[0]
  return typeof value === 'string' ? value : undefined
}

/** As `sendStatement`, but sends each root read as a separate statement, all concurrently. */
export async function sendInParts(sql: Sql, planned: PlannedRequest): Promise<string | undefined> {
  const { plan } = planned
  const results = await Promise.all(
    Array.from({ length: plan.parts }, (_, index) => {
      const sqlOf = (context: SqlContext) => plan.writePart(index, context)
      return sql.read<unknown[]>(write(sql, planned, sqlOf, plan.isTextPart(index)).statement)
    }),
  )
  const values = results.map(({ rows }) => rows[0]?.[0] as string | string[] | null)
  return values.every((value) => value !== null) ? plan.assemble(values) : undefined
}
