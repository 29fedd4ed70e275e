import type { Pool, QueryConfig } from 'pg'

/** A node of a plan, as `explain (analyze, buffers, format json)` prints it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** The plan of a statement, after its execution. */
export interface Explained {
  readonly Plan: PlanNode
  /** Present only if PostgreSQL compiled expressions of the statement. */
  readonly JIT?: unknown
}

/** How a statement is planned: with a custom plan for its values, or with the generic plan of a prepared statement. */
export const PLANNED = ['for its values', 'for any values'] as const
export type Planned = (typeof PLANNED)[number]

/** The options with which `explain` executes the statement, and those with which it only plans it. */
const EXECUTED = 'analyze, buffers, format json'
export const ONLY_PLANNED = 'format json'

/** Executes a statement over a connection of the pool, unless `options` say otherwise, and returns its plan. */
export const explain = (
  pool: Pool,
  statement: QueryConfig,
  planned: Planned,
  options = EXECUTED,
): Promise<Explained> =>
  planned === 'for its values'
    ? explainForValues(pool, statement, options)
    : explainForAny(pool, statement, options)

/** A plan's nodes, from the top. */
export const nodesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
]

/** How many rows a plan reads from some tables, or from all, including those that it discards. */
export const rowsRead = ({ Plan }: Explained, tables?: ReadonlySet<string>): number =>
  nodesOf(Plan)
    .filter(({ 'Relation Name': table }) => table !== undefined && (tables?.has(table) ?? true))
    .map(
      (node) =>
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'],
    )
    .reduce((sum, rows) => sum + rows, 0)

/** How many pages of shared buffers a plan uses, cached or not. A node's number includes its children. */
export const buffersUsed = ({ Plan }: Explained): number =>
  Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']

interface ExplainRow {
  readonly 'QUERY PLAN': readonly [Explained]
}

const explainedIn = (rows: readonly ExplainRow[]): Explained => {
  if (!rows[0]) throw new Error('expected a plan, got no row')
  return rows[0]['QUERY PLAN'][0]
}

async function explainForValues(pool: Pool, { text, values = [] }: QueryConfig, options: string) {
  const { rows } = await pool.query<ExplainRow>(`explain (${options}) ${text}`, [...values])
  return explainedIn(rows)
}

async function explainForAny(pool: Pool, { text, values = [] }: QueryConfig, options: string) {
  const client = await pool.connect()
  let isClean = false
  try {
    await client.query('begin; set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare explained as ${text}`)
    const literals = await client.query<string[]>({
      text: `select ${values.map((_, index) => `quote_nullable($${index + 1}::text)`).join(', ')}`,
      values: values.map((value) =>
        Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
      ),
      rowMode: 'array',
    })
    const { rows } = await client.query<ExplainRow>(
      `explain (${options}) execute explained (${literals.rows[0]?.join(', ') ?? ''})`,
    )
    await client.query('deallocate explained; rollback')
    isClean = true
    return explainedIn(rows)
  } finally {
    client.release(!isClean)
  }
}
