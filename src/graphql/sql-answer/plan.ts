import type { GraphQLSchema } from 'graphql'
import type { Selection } from '../operation/selection.js'
import { concatSql, NeedsResolvers, objectJson, type SqlContext } from './json.js'
import { rootJson } from './root.js'
import { fillPlaceholders, Level, PlanSize, type Reference } from './shared-read.js'

/*
 * One SQL statement answers a query: its only row is the JSON text of the response's `data`. PostgreSQL nests the
 * records, so Node creates no promise and no object for a field. The selection of an operation is compiled to a plan
 * once; the plan generates the SQL of each request.
 *
 *   select concat('{"sites":',
 *     (select concat('{"nodes":[', string_agg(concat('{"name":', to_json(page.name), ',"zones":', (select … from (
 *         select … from zone t where t.site_id = page.id … limit 5) page), '}'), ',' order by page.id), ']}')
 *      from (select … from site t where … limit 20) page), '}')
 *
 * A page is a subquery with a limit, read once: `nodes`, `edges` and `pageInfo` are aggregates over its rows. A nested
 * page is a correlated subquery: it refers to the row of its parent. The read engine, which the resolvers use too,
 * generates the SQL of pages, fields and tenant conditions; the two executors differ only in how they assemble the
 * response.
 */

/**
 * The maximum number of different lists and counts in a plan. Larger plans are left to the resolvers: DataLoaders
 * send concurrent statements, but PostgreSQL executes the subqueries of one statement one after the other.
 */
export const MAX_LISTS = 16

/** The maximum number of records that a quick plan reads by key. */
const MAX_QUICK_LOOKUPS = 12

/** A compiled query, which generates the SQL of each request. */
export interface SqlPlan {
  /** Whether a statement of the plan exceeded the time limit. The resolvers then execute all further requests. */
  readonly status: { isDropped: boolean }
  /** Whether the plan reads only a few records by key. Its statements are then sent through the pipeline. */
  readonly isQuick: boolean
  /** The number of root reads, which can be sent as separate statements. */
  readonly parts: number
  /** Generates an SQL expression whose value is the text of `data`. */
  readonly write: (context: SqlContext) => string
  /** Generates the SQL of one root read as a separate statement. */
  readonly writePart: (index: number, context: SqlContext) => string
  /** Whether the value of a root read is one text. Otherwise it is an array of texts. */
  readonly isTextPart: (index: number) => boolean
  /** Assembles the text of `data` from the values of all root reads. */
  readonly assemble: (values: readonly (string | readonly string[])[]) => string
}

/** Compiles what an operation selects; undefined if a field needs a resolver, or if the plan would be too large. */
export function compilePlan(schema: GraphQLSchema, selection: Selection): SqlPlan | undefined {
  const size = new PlanSize(schema)
  const level = new Level(size, true)
  const objectType = schema.getQueryType() ?? undefined
  const fields = objectType ? selection.fieldsOf(objectType) : []
  let root: readonly (string | Reference)[]
  try {
    root = objectJson({ objectType, fields }, (field) => rootJson(level, field))
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
    isTextPart: (index) => level.isText(index),
    assemble: (values) => {
      const valueOf = ({ index, output }: Reference) => [values[index] ?? []].flat()[output] ?? ''
      const text = root.map((part) => (typeof part === 'string' ? part : valueOf(part))).join('')
      return fillPlaceholders(text, valueOf)
    },
  }
}
