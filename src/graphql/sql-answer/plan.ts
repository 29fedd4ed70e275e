import type { GraphQLSchema } from 'graphql'
import type { Selection } from '../operation/selection.js'
import { concatSql, NeedsResolvers, type SqlContext } from './json.js'
import { rootRead } from './root.js'
import { fillPlaceholders, Level, PlanSize, type Reference } from './shared-read.js'

/*
 * A query is answered by one statement whose only row is the text of `data`: PostgreSQL nests what it reads, and no
 * field costs a promise, an object or a property. The selection of an operation compiles into a plan, once; a plan
 * writes the SQL for a request.
 *
 *   select concat('{"sites":',
 *     (select concat('{"nodes":[', string_agg(concat('{"name":', to_json(page.name), ',"zones":', (select … from (
 *         select … from zone t where t.site_id = page.id … limit 5) page), '}'), ',' order by page.id), ']}')
 *      from (select … from site t where … limit 20) page), '}')
 *
 * A page is a subquery with a limit, read once: `nodes`, `edges` and `pageInfo` are aggregates over its rows. A nested
 * page is a subquery that refers to the row of its parent. Pages, fields and tenants come from the read engine
 * that the resolvers use too; the two executors differ only in how the answer is put together.
 */

/**
 * The maximum number of different lists and counts in a plan. PostgreSQL runs those of one statement one after the
 * other; the loaders send theirs side by side.
 */
export const MAX_LISTS = 16

/** The maximum number of records read by their keys in a plan that is sent as a quick statement. */
const MAX_QUICK_LOOKUPS = 12

/** How an operation is answered with SQL. */
export interface SqlPlan {
  /** Whether the plan is dropped: a statement of it exceeded the time limit. The resolvers answer from then on. */
  readonly status: { isDropped: boolean }
  /** Whether it only reads a few records by their keys. */
  readonly isQuick: boolean
  /** The number of its root reads, which can be sent as statements of their own. */
  readonly parts: number
  /** Writes the SQL of the answer's data as one text. */
  readonly write: (context: SqlContext) => string
  /** Writes the SQL of one root read by itself. */
  readonly writePart: (index: number, context: SqlContext) => string
  /** Puts the answer's data together from the values of all root reads. */
  readonly assemble: (values: readonly (string | readonly string[])[]) => string
}

/** Compiles what an operation selects; undefined if some field needs a resolver, or if the plan would be too large. */
export function compilePlan(schema: GraphQLSchema, selection: Selection): SqlPlan | undefined {
  const size = new PlanSize()
  const level = new Level(size, true)
  let root: readonly (string | Reference)[]
  try {
    root = rootParts(level, schema, selection)
  } catch (error) {
    if (error instanceof NeedsResolvers) return undefined
    throw error
  }
  if (size.lists > MAX_LISTS || (size.lists === 0 && size.lookups === 0)) return undefined
  const json = root.map((part) => (typeof part === 'string' ? part : level.use(part)))
  return {
    status: { isDropped: false },
    isQuick: size.lookups <= MAX_QUICK_LOOKUPS,
    parts: level.count,
    write: (context) => {
      const text = concatSql(json, context)
      const joins = level.joins(context)
      return joins.length === 0 ? text : `(select ${text} from ${joins.join(' cross join ')})`
    },
    writePart: (index, context) => level.write(index, { ...context, split: true }),
    assemble: (values) => assemble(root, values),
  }
}

/** The text of the answer, with the reads that its root fields stand for. */
function rootParts(level: Level, schema: GraphQLSchema, selection: Selection) {
  const query = schema.getQueryType()
  if (!query) throw new NeedsResolvers()
  const parts: (string | Reference)[] = []
  selection.fieldsOf(query).forEach((field, index) => {
    parts.push(`${index === 0 ? '{' : ','}${JSON.stringify(field.key)}:`)
    parts.push(
      field.name === '__typename' ? JSON.stringify(query.name) : rootRead(level, schema, field),
    )
  })
  return [...parts, parts.length === 0 ? '{}' : '}']
}

function assemble(
  root: readonly (string | Reference)[],
  values: readonly (string | readonly string[])[],
): string {
  const valueOf = ({ index, output }: Reference) => {
    const value = values[index] ?? ''
    return typeof value === 'string' ? value : (value[output] ?? '')
  }
  const text = root.map((part) => (typeof part === 'string' ? part : valueOf(part))).join('')
  return fillPlaceholders(text, valueOf)
}
