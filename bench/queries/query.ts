/** The values of one request. Each server uses those that its document or statement declares. */
export type Variables = Record<string, unknown>

/** Runs a statement in the measured database, and returns the rows. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Sends a GraphQL document to a server, and returns `data`. */
export type Ask = (document: string, variables?: Variables) => Promise<Variables>

/** A prepared statement whose only value is the text of the response. `$1` is the company. */
export interface Statement {
  name: string
  text: string
  values: (variables: Variables) => unknown[]
}

/** A GraphQL document; a function makes a different document for each number, and may write values into it. */
export type Document = string | ((number: number, variables: Variables) => string)

/** A GraphQL query of the benchmark: each server returns the same rows under the same names. */
export interface GraphQLQuery {
  title: string
  service: Document
  postgraphile?: Document
  /** Whether Mercurius is measured too, with the service's document. */
  mercurius?: boolean
  statement: Statement
  /** One entry for each different request. */
  variables: (sql: Sql, company: number) => Promise<Variables[]>
  /** Reads what a mutation will change, and returns a function that restores it. */
  save?: (sql: Sql, company: number) => Promise<() => Promise<void>>
  /** Variables that only PostGraphile knows, such as its own node ids. */
  postgraphileVariables?: (ask: Ask, variables: Variables[]) => Promise<Variables[]>
  /** Gives PostGraphile's `data` the shape of the service's. */
  reshapePostgraphile?: (data: Variables) => Variables
  /** Sorts every server's `data`, for a query without an order. Applied after `reshapePostgraphile`. */
  reshape?: (data: Variables) => Variables
}

/** A request for a list of a REST set. */
export interface RestQuery {
  title: string
  path: (variables: Variables) => string
  statement: (variables: Variables) => Statement
  variables: () => Variables[]
}

/** The variables of a query that has none. */
export const noVariables = async (): Promise<Variables[]> => [{}]
