import { lastNameOf, ordersByHiddenColumn } from './hidden-order.js'
import { isNode, type Node } from './syntax-tree.js'

/*
 * Finds what a distributed PostgreSQL (Citus) refuses in a statement, or sends to all servers instead of one.
 * docs/decisions/sharding.md has the reasons.
 */

/** What is around a part of the tree. */
interface Place {
  /** The kind of the statement or CTE that contains the part. */
  readonly statement: string
  /** The clause of a write that contains the part, if no time may be computed in the clause. */
  readonly clause?: string | undefined
  /** The names of the CTEs. */
  readonly ctes: ReadonlySet<string>
}

/** The rules that a statement on tables of companies breaks, given its tree. */
export function refusedByShards(tree: unknown): string[] {
  const found = new Set<string>()
  const ctes = valuesOf('ctename', textOf(tree))
  visit(tree, { statement: '', ctes }, found)
  return [...found].sort()
}

/** The values of all properties with this name, in the JSON of a part of the tree. */
const valuesOf = (name: string, json: string) =>
  new Set(
    [...json.matchAll(new RegExp(`"${name}":"(\\w+)"`, 'g'))].map(([, value]) => String(value)),
  )

function visit(part: unknown, place: Place, found: Set<string>): void {
  if (Array.isArray(part)) for (const each of part) visit(each, place, found)
  else if (isNode(part)) {
    for (const [key, value] of Object.entries(part)) {
      if (isNode(value)) checkNode(key, value, place, found)
      visit(value, placeOf(key, place), found)
    }
  }
}

const isWrite = ({ statement }: Place) => /^(Insert|Update|Delete)Stmt$/.test(statement)

function placeOf(key: string, place: Place): Place {
  if (key === 'CommonTableExpr') return { statement: '', ctes: place.ctes }
  // A query inside of a clause is a part of the clause.
  if (key.endsWith('Stmt') && place.clause === undefined) return { ...place, statement: key }
  const clause = isWrite(place) ? CLAUSES_WITHOUT_TIMES[key] : undefined
  return clause === undefined ? place : { ...place, clause }
}

/** Citus evaluates these parts of a write on the server of the shard, and allows only immutable functions there. */
const CLAUSES_WITHOUT_TIMES: Readonly<Record<string, string>> = {
  onConflictClause: 'on conflict',
  CaseExpr: 'case',
  CoalesceExpr: 'coalesce',
  returningList: 'returning',
  returningClause: 'returning',
}

function checkNode(key: string, node: Node, place: Place, found: Set<string>): void {
  if (key === 'SelectStmt' && isEmpty(node)) found.add('an empty select list')
  if (key === 'SelectStmt' && ordersByHiddenColumn(node))
    found.add('an output column with the name of another column in `order by`')
  if (key === 'ctequery' && locksPartOfJoin(node, place))
    found.add('a CTE that locks one table of a join with other rows')
  if (key === 'MultiAssignRef') found.add('an assignment of a row')
  if (key === 'FuncCall' && lastNameOf(node['funcname']) === 'set_config')
    found.add('a setting by `set_config`')
  if (key === 'InsertStmt' && insertsRowsOf(node, place)) found.add('an insert of rows of a CTE')
  if (key === 'InsertStmt' && insertsOnlyArrays(node))
    found.add('an insert of arrays that reads no table')
  if (key !== 'A_Expr') {
    if (place.clause !== undefined && isTime(key, node)) found.add(`a time in \`${place.clause}\``)
    return
  }
  if (node['kind'] === 'AEXPR_NOT_DISTINCT' && /"(company_id|companyId)"/.test(textOf(node)))
    found.add('`is not distinct from` of a company')
  if (!addsInterval(node)) return
  if (place.clause !== undefined) found.add(`a time in \`${place.clause}\``)
  if (/^(Update|Delete)Stmt$/.test(place.statement) && textOf(node).includes('"ColumnRef"'))
    found.add('an interval added to a column in an update')
}

const textOf = (part: unknown) => JSON.stringify(part ?? null)

const isEmpty = ({ targetList, valuesLists, op }: Node) =>
  targetList === undefined && valuesLists === undefined && op === 'SETOP_NONE'

/** Whether a CTE locks one table of a join with a function, a subquery or another CTE. */
function locksPartOfJoin({ SelectStmt: select }: Node, { ctes }: Place): boolean {
  const { lockingClause, fromClause } = (select ?? {}) as Node
  const from = textOf(fromClause)
  const names = [...valuesOf('relname', from)]
  const hasOther = /"Range(Function|Subselect)"/.test(from) || names.some((name) => ctes.has(name))
  return textOf(lockingClause).includes('lockedRels') && hasOther
}

/** Whether an insert reads a CTE: Citus copies the rows of the CTE to all servers, not only to that of the company. */
const insertsRowsOf = ({ selectStmt }: Node, { ctes }: Place): boolean =>
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

/** Functions whose value depends on the time, or is random. */
const VOLATILE =
  /^((clock|statement|transaction)_timestamp|now|random|gen_random_uuid|nextval|pg_current_.*)$/

const isTime = (key: string, node: Node) =>
  key === 'SQLValueFunction' || (key === 'FuncCall' && VOLATILE.test(lastNameOf(node['funcname'])))

const addsInterval = ({ name, lexpr, rexpr }: Node) =>
  ['+', '-'].includes(lastNameOf(name)) && [lexpr, rexpr].some(isInterval)

const isInterval = (side: unknown): boolean => {
  const { TypeCast: cast, A_Expr: expression } = (side ?? {}) as { TypeCast?: Node; A_Expr?: Node }
  if (expression) return [expression['lexpr'], expression['rexpr']].some(isInterval)
  return cast !== undefined && lastNameOf((cast['typeName'] as Node)['names']) === 'interval'
}
