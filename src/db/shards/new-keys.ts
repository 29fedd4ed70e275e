import type { ClientBase } from 'pg'

/* Foreign keys that a migration of a distributed database adds. */

/**
 * The table to which a statement of a migration adds a foreign key between a table that Citus knows and one that it does not know
 * yet; otherwise undefined. Citus refuses the statement before `distributeTables`.
 */
export async function findTableOfNewKey(
  client: ClientBase,
  statement: string,
): Promise<string | undefined> {
  const [, table, referenced] = ADDED_KEY.exec(statement) ?? []
  if (table === undefined) return undefined
  const { rowCount } = await client.query(IS_ONE_NEW, [table, referenced])
  return rowCount ? referenced : undefined
}

/** A statement that adds a foreign key, as Citus accepts it: it refuses `on update cascade` to a reference table. */
export const withoutCascade = (statement: string): string =>
  statement.replace(/on update cascade/i, 'ON UPDATE RESTRICT')

/** The tables of a foreign key that a statement of a migration adds. */
const ADDED_KEY = /^alter table (?:only )?"?(\w+)"?\s[^]*\sreferences "?(\w+)"?/i

const IS_ONE_NEW = `
select 1 where (to_regclass($1) in (select logicalrelid from pg_dist_partition))
  <> (to_regclass($2) in (select logicalrelid from pg_dist_partition))`
