import type { Database } from '../../db/connect.js'
import { Statement } from '../../db/read/statement.js'
import { isStatementTimeout } from '../../db/unavailable.js'
import { type Credentials, stillOpens } from '../../domain/credential/authenticate.js'
import type { Session } from '../../domain/credential/session.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SqlContext } from './json.js'
import type { SqlPlan } from './plan.js'

/** A request whose statements are written. */
export interface ReadyAnswer {
  /** Whether its statement is prepared under a name, so that the request is worth remembering. */
  readonly isPrepared: boolean
  /** Sends it. The answer's data as text; undefined if the credentials no longer hold. */
  readonly send: () => Promise<string | undefined>
  /** The same by one statement for each root read, side by side. */
  readonly sendParts: () => Promise<string | undefined>
}

/** A plan that took longer is sent as several statements side by side, if no other statement is under way. */
const SLOW_MS = 5

/** Writes the SQL for a request. `forget` is called if the statement exceeds the time limit. */
export function readyAnswer(
  db: Database,
  plan: SqlPlan,
  { variables, pages }: PreparedRequest,
  credentials: Credentials,
  session: Session,
  forget: () => void,
): ReadyAnswer {
  const { viewer } = session
  const write = (sql: (context: SqlContext) => string) => {
    const statement = new Statement(viewer.companyId)
    const allowed = stillOpens(statement, credentials, session)
    const value = sql({ statement, viewer, variables, pages })
    return db.prepare(`select case when ${allowed} then ${value} end`, statement.values)
  }
  const whole = write(plan.write)
  let parts: readonly ReturnType<typeof write>[] | undefined
  let isSlow = false

  const sendWhole = async () => {
    const began = performance.now()
    const { rows } = await (plan.isQuick
      ? db.pipeline<unknown[]>(whole)
      : db.query<unknown[]>(whole))
    isSlow = performance.now() - began > SLOW_MS
    const value = rows[0]?.[0]
    return typeof value === 'string' ? value : undefined
  }
  const sendParts = async () => {
    parts ??= Array.from({ length: plan.parts }, (_, index) =>
      write((context) => plan.writePart(index, context)),
    )
    const results = await Promise.all(parts.map((part) => db.query<unknown[]>(part)))
    const values = results.map(({ rows }) => rows[0]?.[0] as string | string[] | null)
    return values.every((value) => value !== null) ? plan.assemble(values) : undefined
  }
  return {
    isPrepared: whole.name !== undefined,
    sendParts,
    send: async () => {
      try {
        const sideBySide = isSlow && plan.parts > 1 && db.isIdle()
        return await (sideBySide ? sendParts() : sendWhole())
      } catch (error) {
        if (isStatementTimeout(error)) forget()
        throw error
      }
    },
  }
}
