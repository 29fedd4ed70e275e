import type { Pool, QueryArrayConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { Coalescer } from './coalesce.js'
import { createGroupCommit } from './group-commit.js'
import { createPipeline } from './pipeline.js'
import { PreparedStatements } from './prepared-statements.js'

/** The ways to send a statement. */
export interface Sql {
  /** Sends one statement on a connection of its own. */
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends a statement that the database answers in less time than sending takes, together with others. */
  pipeline<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Sends a statement that raises a counter of a company, in one transaction with others of that company. */
  groupCommit<Row extends QueryResultRow>(
    companyId: number,
    statement: QueryConfig,
  ): Promise<QueryResult<Row>>
  /** Calls `send` once for all calls with this key that are made while another one runs. Equal keys: equal statements. */
  coalesced<Result>(key: string, send: () => Promise<Result>): Promise<Result>
  /** Sends a statement that reads, once for all concurrent calls with the same text and values. Rows are arrays. */
  coalescedQuery(text: string, values: unknown[]): Promise<unknown[][]>
  /** A statement whose rows are arrays, with the name of a prepared statement if its text has been sent before. */
  prepare(text: string, values: unknown[]): QueryArrayConfig
}

/** Creates the ways to send statements over the connections of a pool. */
export function createDispatch(pool: Pool): Sql {
  const statements = new PreparedStatements()
  const calls = new Coalescer<unknown>()
  const queries = new Coalescer<unknown[][]>()

  const prepare = (text: string, values: unknown[]): QueryArrayConfig => ({
    ...statements.prepare(text),
    values,
    rowMode: 'array',
  })
  return {
    query: (statement) => pool.query(statement),
    pipeline: createPipeline(pool),
    groupCommit: createGroupCommit(pool),
    coalesced: <Result>(key: string, send: () => Promise<Result>) =>
      calls.coalesce(key, send) as Promise<Result>,
    coalescedQuery: (text, values) =>
      queries.coalesce(`${JSON.stringify(values)} ${text}`, async () => {
        const { rows } = await pool.query<unknown[]>(prepare(text, values))
        return rows
      }),
    prepare,
  }
}
