import type { QueryArrayConfig, QueryConfig } from 'pg'

/*
 * Citus keeps no plan of a statement with several tables: it plans each execution on the coordinator, and sends a text, which the
 * server of the company parses and plans again. It keeps the plan of a statement on one table that names the company once. So a query of
 * one text is sent as a parameter of such a statement, which calls a function on the server of the company. There, the function
 * (`answer_on_shard`, in prisma/migrations) prepares the query once in each session, and PostgreSQL keeps its plan. So only a query
 * with a name is sent in this way: `PreparedStatements` names those that are sent again, and limits their number.
 *
 * The memory for plans does not grow with the number of companies, because a query is prepared for a shard.
 */

/** A statement whose rows are arrays. */
export interface TextQuery extends QueryArrayConfig {
  /**
   * Whether the statement begins with `select`, $1 is the company, and the only row has one text, or null. On shards, such a statement
   * returns no row if the company does not exist.
   */
  readonly isText?: boolean | undefined
}

/** What is sent for a statement. */
export const sentForm = (
  statement: QueryConfig & Pick<Partial<TextQuery>, 'isText'>,
  isSharded = false,
): QueryConfig => (isSharded && statement.isText && statement.name ? onShard(statement) : statement)

/** The statement that lets the server of the company, which is the first value, answer a query. */
export function onShard(statement: QueryConfig): QueryConfig {
  const { text, values = [] } = statement
  const parameters = values.map((_, index) => `$${index + 3}`).join(', ')
  return {
    ...statement,
    name: `answer-on-shard-${values.length}`,
    text: `select answer_on_shard(tableoid, $2, ${parameters}) from company where id = $1::int`,
    values: [values[0], text, ...values.map(asText)],
  }
}

/** node-postgres sends bytes in their binary form, and everything else as a text. */
const asText = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
