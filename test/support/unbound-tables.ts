import { companyColumns, isNode, type Node, nodesIn } from './syntax-tree.js'

/*
 * Finds the tables of companies that a statement reads or writes without a company. A table is bound if its column with the
 * company equals a parameter, a constant, a subquery, or the company of a bound table or of a CTE of the same query; in an outer
 * join, only a value or the company of a CTE. In an `or`, each alternative must say so. The check takes each column of a CTE for a
 * company, because the CTE is checked itself.
 */

type Alias = { aliasname: string }
type Name = { sval: string }

/** A table or another source of rows in a query. `column` is undefined unless it is a table of companies. */
interface Source {
  readonly table: string
  readonly column: string | undefined
}

/** The sources of a query by alias, and of the queries around it. */
interface Scope {
  readonly sources: Map<string, Source>
  readonly outer: Scope | undefined
}

/** The tables without a company in the tree of a statement. */
export function unboundTables(tree: unknown): string[] {
  const found: string[] = []
  visit(tree, new Set(), undefined, found)
  return [...new Set(found)].sort()
}

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']

/** Visits all queries in a part of the tree. */
function visit(
  part: unknown,
  ctes: ReadonlySet<string>,
  outer: Scope | undefined,
  found: string[],
) {
  if (Array.isArray(part)) for (const each of part) visit(each, ctes, outer, found)
  else if (isNode(part)) {
    for (const [key, value] of Object.entries(part)) {
      if (QUERIES.includes(key)) visitQuery(key, value as Node, ctes, outer, found)
      else visit(value, ctes, outer, found)
    }
  }
}

function visitQuery(
  kind: string,
  query: Node,
  known: ReadonlySet<string>,
  outer: Scope | undefined,
  found: string[],
): void {
  const ctes = new Set(known)
  const { withClause, larg, rarg, relation, fromClause, usingClause, ...rest } = query
  for (const { CommonTableExpr: cte } of nodesIn((withClause as Node | undefined)?.['ctes'])) {
    const { ctename, ctequery } = cte as { ctename: string; ctequery: unknown }
    if ((withClause as Node)['recursive']) ctes.add(ctename)
    visit(ctequery, ctes, outer, found)
    ctes.add(ctename)
  }
  for (const side of [larg, rarg]) {
    if (side) visitQuery('SelectStmt', side as Node, ctes, outer, found)
  }
  const scope: Scope = { sources: new Map(), outer }
  const conditions: unknown[] = [query['whereClause']]
  const outerJoins: unknown[] = []
  const collect = (from: unknown): void => {
    for (const [key, value] of nodesIn(from).flatMap(Object.entries<unknown>)) {
      const node = value as Node
      if (key === 'RangeVar') addTable(node)
      else if (key === 'JoinExpr') {
        collect([node['larg'], node['rarg']])
        if (node['jointype'] === 'JOIN_INNER') conditions.push(node['quals'])
        else outerJoins.push(node['quals'])
      } else {
        const alias = (node['alias'] as Node | undefined)?.['aliasname']
        scope.sources.set(String(alias), { table: key, column: undefined })
      }
    }
  }
  const addTable = ({ relname, alias }: Node): void => {
    const table = String(relname)
    const column = ctes.has(table) ? undefined : companyColumns.get(table)
    scope.sources.set((alias as Alias | undefined)?.aliasname ?? table, {
      table,
      column,
    })
  }
  if (relation && kind !== 'InsertStmt') addTable(relation as Node)
  collect([fromClause, usingClause].flat())

  const bound = new Set([
    ...boundBy(conditions, scope, new Set()),
    // The condition of each outer join by itself: it must name the company, not the column of another table.
    ...outerJoins.flatMap((quals) => [...boundBy([quals], scope, new Set())]),
  ])
  for (const [alias, { table, column }] of scope.sources) {
    if (column !== undefined && !bound.has(alias)) found.push(table)
  }
  if (kind === 'InsertStmt' && insertsWithoutCompany(query, ctes)) {
    found.push(String((relation as Node)['relname']))
  }
  // Subqueries: of expressions, of joins, and `lateral` ones.
  visit([rest, fromClause, usingClause], ctes, scope, found)
}

/** The aliases of a scope that conditions bind, which all must hold. */
function boundBy(
  conditions: readonly unknown[],
  scope: Scope,
  before: ReadonlySet<string>,
): Set<string> {
  const bound = new Set(before)
  for (let size = -1; size !== bound.size;) {
    size = bound.size
    for (const condition of conditions)
      for (const alias of boundByOne(condition, scope, bound)) bound.add(alias)
  }
  return bound
}

function boundByOne(
  condition: unknown,
  scope: Scope,
  bound: ReadonlySet<string>,
): Iterable<string> {
  if (!isNode(condition)) return []
  const { BoolExpr: logic, A_Expr: comparison } = condition as { BoolExpr?: Node; A_Expr?: Node }
  if (logic?.['boolop'] === 'AND_EXPR') return boundBy(nodesIn(logic['args']), scope, bound)
  if (logic?.['boolop'] === 'OR_EXPR') {
    const [first, ...others] = nodesIn(logic['args']).map((each) => boundBy([each], scope, bound))
    return [...(first ?? [])].filter((alias) => others.every((other) => other.has(alias)))
  }
  if (
    !comparison ||
    !EQUALITIES.includes(String(comparison['kind'])) ||
    operatorOf(comparison) !== '='
  )
    return []
  const { lexpr, rexpr } = comparison
  const rows = rowsOf(rexpr)
  const left = itemsOf(lexpr)
  return left.flatMap((one, at) => {
    const others = rows.map((row) => itemsOf(row)[at])
    if (others.length !== 1 && comparison['kind'] !== 'AEXPR_IN') return []
    return [
      ...(others.every((other) => isBound(other, scope, bound)) ? aliasOf(one, scope) : []),
      ...(isBound(one, scope, bound) ? others.flatMap((other) => aliasOf(other, scope)) : []),
    ]
  })
}

const EQUALITIES = ['AEXPR_OP', 'AEXPR_IN', 'AEXPR_NOT_DISTINCT']
const operatorOf = ({ name }: Node) => {
  const [{ String: operator } = {}] = nodesIn(name)
  return (operator as Node | undefined)?.['sval']
}

/** The values that one side of a comparison lists. */
const rowsOf = (side: unknown): unknown[] => {
  const { List: list } = (side ?? {}) as { List?: Node }
  return list ? nodesIn(list['items']) : [side]
}
const itemsOf = (side: unknown): unknown[] => {
  const { RowExpr: row } = (side ?? {}) as { RowExpr?: Node }
  return row ? nodesIn(row['args']) : [side]
}

/** The alias in this scope whose company an expression is. */
function aliasOf(expression: unknown, scope: Scope): string[] {
  const [name, alias] = namesOf(expression)
  if (name === undefined) return []
  if (alias !== undefined) return scope.sources.get(alias)?.column === name ? [alias] : []
  const owners = [...scope.sources].filter(([, { column }]) => column === name)
  return owners.length === 1 ? owners.map(([owner]) => owner) : []
}

/** Whether an expression is one company: a value, or the company of a bound table. */
function isBound(expression: unknown, scope: Scope, bound: ReadonlySet<string>): boolean {
  if (!isNode(expression)) return false
  const { TypeCast: cast, ColumnRef: column } = expression as { TypeCast?: Node; ColumnRef?: Node }
  if (cast) return isBound(cast['arg'], scope, bound)
  if (!column)
    return ['ParamRef', 'A_Const', 'SubLink', 'FuncCall'].some((kind) => kind in expression)
  const [own] = aliasOf(expression, scope)
  if (own !== undefined) return bound.has(own)
  const [name, alias] = namesOf(expression)
  if (alias !== undefined && scope.sources.has(alias)) {
    return scope.sources.get(alias)?.column === undefined && name !== undefined
  }
  // An unqualified column of a CTE.
  return alias === undefined && /^company_?id$/i.test(name ?? '')
}

/** The name of a column, and its table's alias, if any. */
function namesOf(expression: unknown): string[] {
  const { ColumnRef: column } = (expression ?? {}) as { ColumnRef?: Node }
  return nodesIn(column?.['fields'])
    .map(({ String: name }) => (name as Name | undefined)?.sval ?? '*')
    .reverse()
}

/** Whether an insertion into a company's table has no company, or one that is not a value or a company's column. */
function insertsWithoutCompany(
  { relation, cols, selectStmt }: Node,
  ctes: ReadonlySet<string>,
): boolean {
  const table = String((relation as Node)['relname'])
  const column = companyColumns.get(table)
  if (column === undefined || ctes.has(table)) return false
  const at = nodesIn(cols).findIndex(({ ResTarget: target }) => (target as Node)['name'] === column)
  const { SelectStmt: select } = (selectStmt ?? {}) as { SelectStmt?: Node }
  if (at < 0 || !select) return true
  const values = nodesIn(select['valuesLists']).map(
    (row) => nodesIn((row['List'] as Node)['items'])[at],
  )
  const chosen = nodesIn(select['targetList'])[at]?.['ResTarget'] as Node | undefined
  const companies = values.length > 0 ? values : [chosen?.['val']]
  // The select is checked itself, so its tables are bound.
  const sources = new Map(tablesIn(select['fromClause']).map(sourceOf))
  const scope = { sources, outer: undefined }
  return !companies.every(
    (company) =>
      /^(company_?id)$/i.test(namesOf(company)[0] ?? '') ||
      isBound(company, scope, new Set(sources.keys())),
  )
}

/** The tables of a `from`. */
const tablesIn = (from: unknown): Node[] =>
  nodesIn(from).flatMap(({ RangeVar: table, JoinExpr: join }) => {
    const { larg, rarg } = (join ?? {}) as Node
    return isNode(table) ? [table] : tablesIn([larg, rarg])
  })

const sourceOf = ({ relname, alias }: Node): [string, Source] => {
  const table = String(relname)
  return [
    (alias as Alias | undefined)?.aliasname ?? table,
    { table, column: companyColumns.get(table) },
  ]
}
