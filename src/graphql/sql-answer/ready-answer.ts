import type { Pool } from 'pg'
import { isStatementTimeout } from '../../db/faults.js'
import { prepare, type Prepared, send, sendQuick, Statement } from '../../db/read/statement.js'
import { type Credentials, stillOpens } from '../../domain/credential/authenticate.js'
import type { Session } from '../../domain/credential/session.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import type { SqlPlan } from './plan.js'

/** A request whose statements are written. */
export interface ReadyAnswer {
  /** Whether the database has prepared the statement under a name, so that it is worth remembering. */
  readonly isPrepared: boolean
  /** Sends the statements. The answer's data as text; undefined if the credentials no longer hold. */
  readonly send: (pool: Pool) => Promise<string | undefined>
  /** The same by one statement for each root read, side by side. */
  readonly sendParts: (pool: Pool) => Promise<string | undefined>
}

interface Sent {
  readonly statement: Prepared
  readonly values: unknown[]
}

/** A plan that took longer is sent as several statements side by side, if there are connections for them. */
const SLOW_MS = 5

/** Writes the SQL for a request. `forget` is called if the statement exceeds the time limit. */
export function readyAnswer(
  plan: SqlPlan,
  { variables, pages }: PreparedRequest,
  credentials: Credentials,
  session: Session,
  forget: () => void,
): ReadyAnswer {
  const { viewer } = session
  const write = (sql: (context: Parameters<SqlPlan['write']>[0]) => string): Sent => {
    const statement = new Statement(viewer.companyId)
    const allowed = stillOpens(statement, credentials, session)
    const value = sql({ statement, viewer, variables, pages })
    return {
      statement: prepare(`select case when ${allowed} then ${value} end`),
      values: statement.values,
    }
  }
  const whole = write(plan.write)
  let parts: readonly Sent[] | undefined
  let isSlow = false

  const sendWhole = async (pool: Pool) => {
    const began = performance.now()
    const [row] = await (plan.isQuick ? sendQuick : send)(pool, whole.statement, whole.values)
    isSlow = performance.now() - began > SLOW_MS
    return typeof row?.[0] === 'string' ? row[0] : undefined
  }
  const sendParts = async (pool: Pool) => {
    parts ??= Array.from({ length: plan.parts }, (_, index) =>
      write((context) => plan.writePart(index, context)),
    )
    const rows = await Promise.all(
      parts.map(({ statement, values }) => send(pool, statement, values)),
    )
    const values = rows.map(([row]) => row?.[0] as string | string[] | null)
    return values.every((value) => value !== null) ? plan.assemble(values) : undefined
  }
  return {
    isPrepared: whole.statement.name !== undefined,
    sendParts,
    send: async (pool) => {
      try {
        const side = isSlow && plan.parts > 1 && pool.idleCount >= plan.parts
        return await (side ? sendParts(pool) : sendWhole(pool))
      } catch (error) {
        if (isStatementTimeout(error)) forget()
        throw error
      }
    },
  }
}
