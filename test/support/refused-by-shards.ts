import { lastNameOf, ordersByHiddenColumn } from './hidden-order.js'
import { enumColumns } from './prisma-schema.js'
import { refusedInInsert } from './refused-inserts.js'
import { isNode, type Node, textOf, valuesOf } from './syntax-tree.js'

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
const isChange = ({ statement }: Place) => /^(Update|Delete)Stmt$/.test(statement)

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
  if (key === 'InsertStmt') for (const rule of refusedInInsert(node, place.ctes)) found.add(rule)
  if (/^(Insert|Update|Delete)Stmt$/.test(key) && readsSnapshot(node))
    found.add('a snapshot in a write')
  if (key === 'FuncCall' && isChange(place) && mayBeStable(node))
    found.add('a function of a column in an update that may be not immutable')
  if (
    key === 'TypeCast' &&
    readsEnumAsText(node) &&
    (isChange(place) || place.clause !== undefined)
  )
    found.add('a cast of an enum in a write')
  if (key !== 'A_Expr') {
    if (place.clause !== undefined && isTime(key, node)) found.add(`a time in \`${place.clause}\``)
    return
  }
  if (node['kind'] === 'AEXPR_NOT_DISTINCT' && /"(company_id|companyId)"/.test(textOf(node)))
    found.add('`is not distinct from` of a company')
  if (!addsInterval(node)) return
  if (place.clause !== undefined) found.add(`a time in \`${place.clause}\``)
  if (isChange(place) && textOf(node).includes('"ColumnRef"'))
    found.add('an interval added to a column in an update')
}

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

/** The snapshot of a write, and its transaction, are those of the coordinator: the numbers in a log are those of the company's server. */
const readsSnapshot = (node: Node) =>
  /"sval":"pg_(snapshot_\w+|current_snapshot|current_xact_id)"/.test(textOf(node))

/** The functions of columns in updates. All of them are immutable. */
export const IMMUTABLE: readonly string[] = ['encode', 'max', 'newest_digest']

/** Whether a function gets a column: in an update, Citus lets only immutable ones do so. */
const mayBeStable = ({ funcname, args }: Node) =>
  textOf(args).includes('"ColumnRef"') && !IMMUTABLE.includes(lastNameOf(funcname))

/** Whether an expression is a column with an enum as another type: the output function of an enum is not immutable. */
const readsEnumAsText = ({ arg }: Node) => enumColumns.has(lastNameOf(columnOf(arg)))

const columnOf = (expression: unknown) =>
  ((expression ?? {}) as { ColumnRef?: Node }).ColumnRef?.['fields'] ?? []

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
