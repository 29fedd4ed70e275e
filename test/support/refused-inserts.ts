import { type Node, textOf, valuesOf } from './syntax-tree.js'

/** The rules that an insert breaks. `ctes` are the names of the CTEs of the statement. */
export function refusedInInsert(node: Node, ctes: ReadonlySet<string>): string[] {
  return [
    ...(insertsRowsOf(node, ctes) ? ['an insert of rows of a CTE'] : []),
    ...(insertsOnlyArrays(node) ? ['an insert of arrays that reads no table'] : []),
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
 * Whether an insert reads arrays, and not also the row of the company: Citus sends the rows as COPY, which row-level security
 * refuses. The demo inserts rows of several companies, from JSON, as a role that row-level security does not restrict.
 */
const insertsOnlyArrays = ({ selectStmt }: Node): boolean => {
  const text = textOf(selectStmt)
  if (text.includes('"jsonb_populate_recordset"')) return false
  return text.includes('"RangeFunction"') && valuesOf('relname', text).size === 0
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
