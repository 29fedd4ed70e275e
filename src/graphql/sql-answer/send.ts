import type { Database } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import { type Credentials, sessionIsValidSql } from '../../domain/credential/authenticate.js'
import type { Session } from '../../domain/credential/session.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SqlContext } from './json.js'
import type { SqlPlan } from './plan.js'

/** A request, its plan, and the session that its credentials are expected to have. */
export interface PlannedRequest {
  readonly plan: SqlPlan
  readonly request: PreparedRequest
  readonly credentials: Credentials
  readonly session: Session
}

/**
 * A statement for a request. It keeps nothing of the document, so that it can be remembered for a long time at a low
 * cost.
 */
export interface WrittenRequest {
  readonly statement: ReturnType<Database['prepare']>
  readonly isQuick: boolean
  /** The number of root reads that can be sent as statements of their own. */
  readonly parts: number
  /** The status of the plan, which all its requests share. */
  readonly status: SqlPlan['status']
  /** Whether it took long the last time. */
  isSlow: boolean
}

/** A request that took longer is sent in parts, side by side, if no other statement is under way. */
const SLOW_MS = 5

/** Writes the statement that answers a request. It yields null if the credentials no longer hold. */
export const writeRequest = (db: Database, planned: PlannedRequest): WrittenRequest => ({
  statement: write(db, planned, planned.plan.write),
  isQuick: planned.plan.isQuick,
  parts: planned.plan.parts,
  status: planned.plan.status,
  isSlow: false,
})

function write(
  db: Database,
  { request, credentials, session }: PlannedRequest,
  sqlOf: (context: SqlContext) => string,
) {
  const { viewer } = session
  const statement = new Statement(viewer.companyId)
  const allowed = sessionIsValidSql(statement, credentials, session)
  const value = sqlOf({ statement, viewer, request })
  return db.prepare(`select case when ${allowed} then ${value} end`, statement.values)
}

/** Sends a statement. The answer's data as text; undefined if the credentials no longer hold. */
export async function sendWritten(
  db: Database,
  written: WrittenRequest,
): Promise<string | undefined> {
  const { statement, isQuick } = written
  const began = performance.now()
  const { rows } = await (isQuick
    ? db.pipeline<unknown[]>(statement)
    : db.query<unknown[]>(statement))
  written.isSlow = performance.now() - began > SLOW_MS
  const value = rows[0]?.[0]
  return typeof value === 'string' ? value : undefined
}

/** Sends each root read as a statement of its own, side by side. The result is the same. */
export async function sendInParts(
  db: Database,
  planned: PlannedRequest,
): Promise<string | undefined> {
  const { plan } = planned
  const statements = Array.from({ length: plan.parts }, (_, index) =>
    write(db, planned, (context) => plan.writePart(index, context)),
  )
  const results = await Promise.all(statements.map((statement) => db.query<unknown[]>(statement)))
  const values = results.map(({ rows }) => rows[0]?.[0] as string | string[] | null)
  return values.every((value) => value !== null) ? plan.assemble(values) : undefined
}
