import type { Caller, Sql } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import type { UsedKey } from '../../domain/api-key/used-key.js'
import type { Credentials } from '../../domain/credential/authenticate.js'
import { sessionIsValidSql } from '../../domain/credential/session-is-valid.js'
import { callerOf } from '../../domain/credential/caller-of.js'
import type { Session } from '../../domain/credential/session.js'
import type { Viewer } from '../../domain/access/viewer.js'
import type { CostReport } from '../operation/cost-report.js'
import type { PreparedOperation } from '../operation/prepared-operation.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SqlContext } from './json.js'
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
  /** Whether the last execution took longer than `SLOW_MS`. */
  isSlow: boolean
}

/** A slower request is sent as several concurrent statements, if the database is idle. */
const SLOW_MS = 5

/** Generates the statement of a request. Its value is null if the credentials are no longer valid. */
export function createStatement(sql: Sql, planned: PlannedRequest): RequestStatement {
  const { isQuick, parts, status } = planned.plan
  const statement = write(sql, planned, planned.plan.write)
  const { cost, operation } = planned.request
  const { logged, label } = operation
  const { viewer, keys = [] } = planned.session
  const caller = callerOf(planned.session)
  const names = { operation: logged, label }
  return { statement, cost, caller, viewer, keys, ...names, isQuick, parts, status, isSlow: false }
}

function write(
  sql: Sql,
  { request, credentials, session }: PlannedRequest,
  sqlOf: (context: SqlContext) => string,
) {
  const { viewer } = session
  const statement = new Statement(viewer.companyId)
  const allowed = sessionIsValidSql(statement, credentials, session)
  const value = sqlOf({ statement, viewer, request })
  return sql.prepare(`select case when ${allowed} then ${value} end`, statement.values)
}

/** Sends a statement. Returns the text of `data`; undefined if the credentials are no longer valid. */
export async function sendStatement(
  sql: Sql,
  written: RequestStatement,
): Promise<string | undefined> {
  const { statement, isQuick } = written
  const began = performance.now()
  const { rows } = await (isQuick
    ? sql.read<unknown[]>(statement, { quick: true })
    : sql.read<unknown[]>(statement))
  written.isSlow = performance.now() - began > SLOW_MS
  const value = rows[0]?.[0]
  return typeof value === 'string' ? value : undefined
}

/** As `sendStatement`, but sends each root read as a separate statement, all concurrently. */
export async function sendInParts(sql: Sql, planned: PlannedRequest): Promise<string | undefined> {
  const { plan } = planned
  const statements = Array.from({ length: plan.parts }, (_, index) =>
    write(sql, planned, (context) => plan.writePart(index, context)),
  )
  const results = await Promise.all(statements.map((statement) => sql.read<unknown[]>(statement)))
  const values = results.map(({ rows }) => rows[0]?.[0] as string | string[] | null)
  return values.every((value) => value !== null) ? plan.assemble(values) : undefined
}
