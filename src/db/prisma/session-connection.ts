import { EventEmitter } from 'node:events'
import type { QueryConfig, QueryResult } from 'pg'
import { BusyError } from '../unavailable.js'

/** What sends a statement in a transaction. */
export interface Executor {
  query(statement: QueryConfig): Promise<QueryResult>
  /** The same for the last statement of the transaction, which is sent together with `commit`. */
  queryLast(statement: QueryConfig): Promise<QueryResult>
  /** Sends `commit`, unless it was sent. */
  readonly end: () => void
}

/** The connection of a session, as Prisma's adapter uses it. */
export class SessionConnection extends EventEmitter {
  executor: Executor | undefined
  hasFailed = false
  private onStatement: (() => void) | undefined

  readonly nextStatement = (): Promise<void> =>
    new Promise((resolve) => (this.onStatement = resolve))

  async query(statement: QueryConfig): Promise<QueryResult> {
    if (FRAME.has(statement.text)) return NOTHING
    try {
      if (!this.executor) throw new BusyError()
      const result = this.executor.query(statement)
      this.onStatement?.()
      return await result
    } catch (error) {
      this.hasFailed = true
      throw error
    }
  }

  release(): void {
    this.executor = undefined
  }
}

/** The statements with which Prisma begins and ends a transaction. */
const FRAME = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])

const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] } satisfies QueryResult
