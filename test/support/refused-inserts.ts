import { tablesWithSequence } from './prisma-schema.js'
import { type Node, nodesIn, textOf, valuesOf } from './syntax-tree.js'

/** The rules that an insert breaks. `ctes` are the names of the CTEs of the statement. */
export function refusedInInsert(node: Node, ctes: ReadonlySet<string>): string[] {
  return [
    ...(insertsRowsOf(node, ctes) ? ['an insert of rows of a CTE'] : []),
    ...(readsNoTable(node) ? ['an insert of a query that reads no table'] : []),
    ...(computesOnCoordinator(node)
      ? ['an insert of a query with ids from a default, or with random values']
      : []),
    ...(returnsWithoutAlias(node)
      ? ['an insert of a query with `returning`, into a table without an alias']
      : []),
    ...(hasSubquery(node) ? ['a subquery in the values or in `returning` of an insert'] : []),
  ]
}

/** Whether an insert reads a CTE: Citus copies the rows of the CTE to all servers, not only to that of the company. */
const insertsRowsOf = ({ selectStmt }: Node, ctes: ReadonlySet<string>): boolean =>
  [...valuesOf('relname', textOf(selectStmt))].some((name) => ctes.has(name))

/**
 * Whether an insert of the rows of a query, such as arrays, does not also read the row of the company: Citus sends the rows as COPY, which
 * row-level security refuses, and whose errors all have the SQLSTATE XX000. The demo inserts rows of several companies, from JSON, as a role that
 * row-level security does not restrict.
 */
function readsNoTable({ selectStmt }: Node): boolean {
  const text = textOf(selectStmt)
  const isQuery = queryOf(selectStmt) !== undefined
  return isQuery && !text.includes(FROM_JSON) && valuesOf('relname', text).size === 0
}

/** Whether an insert of the rows of a query needs values that only the coordinator can compute: then, too, Citus sends the rows as COPY. */
function computesOnCoordinator({ relation, cols, selectStmt }: Node): boolean {
  const query = queryOf(selectStmt)
  if (query === undefined || textOf(query).includes(FROM_JSON)) return false
  const names = nodesIn(cols).map(({ ResTarget: target }) => (target as Node)['name'])
  const takesDefault = tablesWithSequence.has(String((relation as Node)['relname']))
  return (takesDefault && !names.includes('id')) || RANDOM.test(textOf(query['targetList']))
}

const FROM_JSON = '"jsonb_populate_recordset"'
const RANDOM = /"sval":"(nextval|gen_random_uuid|random|clock_timestamp)"/

/** The query of an insert; undefined if it inserts a VALUES list or only defaults. */
function queryOf(selectStmt: unknown): Node | undefined {
  const { SelectStmt: select } = (selectStmt ?? {}) as { SelectStmt?: Node }
  return select?.['valuesLists'] === undefined ? select : undefined
}

/**
 * Whether an insert of the rows of a query returns columns of its table, and the table has no alias: for a role under row-level security,
 * Citus qualifies the columns with the name of the table, which the query of the shard does not have.
 */
function returnsWithoutAlias({ relation, selectStmt, ...node }: Node): boolean {
  const { SelectStmt: select } = (selectStmt ?? {}) as { SelectStmt?: Node }
  const hasReturning = [node['returningList'], node['returningClause']].some(Boolean)
  return (
    hasReturning &&
    select?.['fromClause'] !== undefined &&
    (relation as Node)['alias'] === undefined
  )
}

/** Whether a value is a subquery, which Citus refuses, or a returned column is one, which finds no row there, and no error. */
const hasSubquery = ({ selectStmt, returningList, returningClause }: Node): boolean => {
  const { valuesLists } = ((selectStmt ?? {}) as { SelectStmt?: Node }).SelectStmt ?? {}
  return textOf([valuesLists, returningList, returningClause]).includes('"SubLink"')
}
