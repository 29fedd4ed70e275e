import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity'
import { tooComplex } from '../errors.js'
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

/** A document that selects more fields than this, with its fragments expanded, is refused before its cost is computed. */
const MAX_NODES = 10_000

/** Whether a value nests deeper than a variable may. Guards the recursion of everything that reads variables. */
export const exceedsDepth = (value: unknown, levels = MAX_VARIABLE_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels < 0 || Object.values(value).some((each) => exceedsDepth(each, levels - 1)))

/** The maximum number of values in a list of a variable. */
const MAX_LIST_LENGTH = 1000

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
 * What the cost of an operation depends on: numbers and null, for page sizes; booleans, for directives; and the lengths
 * of lists, for ids.
 */
export const costKey = (variables: Variables): string =>
  JSON.stringify(
    Object.entries(variables).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.length]]
      return value === null || ['number', 'boolean'].includes(typeof value) ? [[name, value]] : []
    }),
  )

/** The maximum number of fields in the response: every page counts as full. `document` has one operation. */
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
    // The document and its variables are valid: the only error left is `maxQueryNodes`.
    if (!(error instanceof GraphQLError)) throw error
    throw tooComplex(
      `The query selects over ${MAX_NODES} fields, each fragment counted wherever it is spread.`,
    )
  }
}

/** A field costs 1 plus the cost of its selection. A connection multiplies the latter by its page size, `nodes` by the number of ids. */
function connectionCost({ field, args, childComplexity }: ComplexityEstimatorArgs): number {
  const type = isNonNullType(field.type) ? field.type.ofType : field.type
  if (!String(type).endsWith('Connection')) {
    const ids: unknown = args['ids']
    return 1 + childComplexity * (Array.isArray(ids) ? ids.length : 1)
  }
  const { first, last } = args as { first?: number | null; last?: number | null }
  return 1 + childComplexity * Math.max(first ?? last ?? DEFAULT_PAGE_SIZE, 1)
}

/** The depth of nested fields. Introspection does not count: it is deep, but reads no data. */
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
