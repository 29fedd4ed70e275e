import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity'
import { tooComplex } from '../errors.js'
import { connectionModel } from './model-fields.js'
import { DEFAULT_PAGE_SIZE } from './page.js'
import type { Variables } from './variables.js'

export interface Limits {
  /** The maximum depth of nested fields. */
  readonly maxDepth: number
  /** The maximum number of fields in a response. */
  readonly maxComplexity: number
}

/** The maximum number of lists and input objects nested in a variable. */
const MAX_VARIABLE_DEPTH = 100

/** The maximum number of selected fields, with fragments expanded. It bounds the time to compute the cost. */
const MAX_NODES = 10_000

/** Whether a value nests deeper than variables may. Prevents stack overflows in functions that recurse into variables. */
export const exceedsDepth = (value: unknown, levels = MAX_VARIABLE_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels < 0 || Object.values(value).some((each) => exceedsDepth(each, levels - 1)))

/** The maximum number of values in a list, of a document or of a variable. */
export const MAX_LIST_LENGTH = 1000

const hasLongList = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((Array.isArray(value) && value.length > MAX_LIST_LENGTH) ||
    Object.values(value).some(hasLongList))

/** Refuses variables that nest too deeply or contain a list that is too long. */
export function refuseExcessiveVariables(variables: Variables): void {
  if (exceedsDepth(variables)) {
    throw tooComplex(`The variables nest over ${MAX_VARIABLE_DEPTH} levels deep.`)
  }
  if (hasLongList(variables)) {
    throw tooComplex(`A list in the variables has over ${MAX_LIST_LENGTH} values.`)
  }
}

/**
 * A cache key: the variables that the cost depends on. Numbers and null may be page sizes, booleans may decide
 * directives, and the length of a list may be a number of ids.
 */
export const costKey = (variables: Variables): string =>
  JSON.stringify(
    Object.entries(variables).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.length]]
      return value === null || ['number', 'boolean'].includes(typeof value) ? [[name, value]] : []
    }),
  )

/** The maximum number of fields in the response, if every page is full. `document` has one operation. */
export function costOf(schema: GraphQLSchema, document: DocumentNode, variables: Variables) {
  try {
    return getComplexity({
      schema,
      query: document,
      variables: { ...variables },
      estimators: [connectionCost],
      maxQueryNodes: MAX_NODES,
    })
  } catch (error) {
    // The document and its variables are valid, so the error is that of `maxQueryNodes`.
    if (!(error instanceof GraphQLError)) throw error
    throw tooComplex(
      `The query selects over ${MAX_NODES} fields, each fragment counted wherever it is spread.`,
    )
  }
}

/** A field costs 1, plus its selection: multiplied by the page size in a connection, by the number of ids in `nodes`. */
function connectionCost({ field, args, childComplexity }: ComplexityEstimatorArgs): number {
  if (!connectionModel(getNamedType(field.type))) {
    const ids: unknown = args['ids']
    return 1 + childComplexity * (Array.isArray(ids) ? ids.length : 1)
  }
  const { first, last } = args as { first?: number | null; last?: number | null }
  return 1 + childComplexity * Math.max(first ?? last ?? DEFAULT_PAGE_SIZE, 1)
}

/** The depth of nested fields. Introspection does not count: its queries are deep, but read no data. */
export function depthOf(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  selection: SelectionSetNode,
): number {
  const depths = new Map<SelectionSetNode, number>()
  const depth = (set: SelectionSetNode | undefined): number => {
    if (!set) return 0
    const known = depths.get(set)
    if (known !== undefined) return known
    const all = set.selections.map((node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD)
        return depth(fragments.get(node.name.value)?.selectionSet)
      if (node.kind === Kind.INLINE_FRAGMENT) return depth(node.selectionSet)
      return node.name.value.startsWith('__') ? 0 : 1 + depth(node.selectionSet)
    })
    const deepest = Math.max(0, ...all)
    depths.set(set, deepest)
    return deepest
  }
  return depth(selection)
}
