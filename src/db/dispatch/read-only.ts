import { hasSqlState } from '../unavailable.js'
import type { Caller } from './caller.js'

/** SQLSTATE read_only_sql_transaction: the transaction was begun as one that only reads, or the server is a standby. */
export const READ_ONLY = '25006'

/**
 * A caller that may only read has sent a write, and PostgreSQL has refused it. That is a bug: the domain refuses such a
 * request before. The error has no cause: elsewhere the same SQLSTATE means that the database is unavailable.
 */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError'

  constructor() {
    super('PostgreSQL has refused a write of a caller that may only read.')
  }
}

/** The result of what a caller has sent, with a ReadOnlyError if PostgreSQL has refused it as a write. */
export const explainRefusal = <Result>(
  { isReadOnly }: Caller,
  result: Promise<Result>,
): Promise<Result> =>
  isReadOnly
    ? result.catch((error: unknown) => {
        throw hasSqlState(error, READ_ONLY) ? new ReadOnlyError() : error
      })
    : result
