import { isNode, type Node, nodesIn } from './syntax-tree.js'

/**
 * Whether another value has the name of a column in `order by` or `distinct on`. Citus 13 writes this column without its table if
 * there is only one: then the name means the output column.
 */
export function ordersByHiddenColumn({ targetList, sortClause, distinctClause }: Node): boolean {
  const hidden = nodesIn(targetList).map(({ ResTarget }) => hidingName(ResTarget as Node))
  const columns = [
    ...nodesIn(sortClause).map(({ SortBy }) => (SortBy as Node)['node']),
    ...nodesIn(distinctClause),
  ]
  return columns.filter(isNode).some(({ ColumnRef }) => {
    const { fields } = (ColumnRef ?? {}) as Node
    return nodesIn(fields).length > 1 && hidden.includes(lastNameOf(fields))
  })
}

/** The name of an output column; undefined if it is a column of the same name. */
function hidingName({ name, val }: Node): unknown {
  const { ColumnRef } = val as Node
  const own = defaultName(val)
  return ColumnRef && (name === undefined || name === own) ? undefined : (name ?? own)
}

/** The name that PostgreSQL gives an output column without `as`. Undefined for what has the name of a type or of a keyword. */
function defaultName(value: unknown): string | undefined {
  const [entry] = Object.entries((value ?? {}) as Record<string, Node>)
  if (!entry) return undefined
  const [kind, node] = entry
  if (kind === 'ColumnRef') return lastNameOf(node['fields'])
  if (kind === 'FuncCall') return lastNameOf(node['funcname'])
  if (kind === 'TypeCast' || kind === 'CollateClause') return defaultName(node['arg'])
  if (kind === 'CaseExpr') return defaultName(node['defresult'])
  if (kind === 'A_Indirection') {
    const field = nodesIn(node['indirection']).findLast((each) => 'String' in each)
    return field ? lastNameOf([field]) : defaultName(node['arg'])
  }
  if (kind !== 'SubLink' || node['subLinkType'] !== 'EXPR_SUBLINK') return undefined
  const { SelectStmt } = node['subselect'] as { SelectStmt: Node }
  const [first] = nodesIn(SelectStmt['targetList'])
  const { name, val } = (first?.['ResTarget'] ?? {}) as Node
  return (name as string | undefined) ?? defaultName(val)
}

export const lastNameOf = (names: unknown) =>
  String(((names as Node[]).at(-1)?.['String'] as Node | undefined)?.['sval'])
