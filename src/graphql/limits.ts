import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity'
import { DEFAULT_PAGE_SIZE } from './read/page.js'
import { readVariables } from './variables.js'

export interface Limits {
  /** How many fields may lie within each other. */
  readonly maxDepth: number
  /** How many fields an answer may hold, at most. */
  readonly maxComplexity: number
}

interface Operation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/** A document has few sizes of page; past this many, costs are counted anew each time. */
const MOST_COSTS = 32

/** How many fields and fragments are looked at to find out a cost. */
const MOST_NODES = 10_000

export type RequireModest = (asked: Operation) => void

/** Refuses operations that nest too deeply, or whose answer could be too large. Answered from memory the second time. */
export function createLimiter(
  schema: GraphQLSchema,
  { maxDepth, maxComplexity }: Limits,
): RequireModest {
  const known = new WeakMap<OperationDefinitionNode, Map<string, number>>()

  return (asked) => {
    const { document, operation, variables } = asked
    let costs = known.get(operation)
    if (!costs) {
      const depth = depthOf(document, operation.selectionSet)
      if (depth > maxDepth) {
        throw tooComplex(`The query is ${depth} fields deep; at most ${maxDepth} are allowed.`)
      }
      known.set(operation, (costs = new Map<string, number>()))
    }
    const key = sizesIn(variables)
    let cost = costs.get(key)
    if (cost === undefined) {
      // The executor says what is wrong with them.
      if (readVariables(schema, document, operation, variables).errors) return
      cost = costOf(schema, asked)
      if (costs.size < MOST_COSTS) costs.set(key, cost)
    }
    if (cost > maxComplexity) {
      throw tooComplex(
        `The answer could hold ${cost} fields; at most ${maxComplexity} are allowed. Ask for smaller pages.`,
      )
    }
  }
}

const tooComplex = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } })

/** What a cost can depend on: numbers, for pages, booleans, for directives, and how long lists of ids are. */
const sizesIn = (variables: Readonly<Record<string, unknown>>) =>
  JSON.stringify(
    Object.entries(variables).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.length]]
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
    }),
  )

function costOf(schema: GraphQLSchema, asked: Operation): number {
  try {
    return getComplexity({
      schema,
      query: asked.document,
      variables: { ...asked.variables },
      ...(asked.operationName !== null && { operationName: asked.operationName }),
      estimators: [connectionCost],
      maxQueryNodes: MOST_NODES,
    })
  } catch (error) {
    // The document and its variables are valid, so there is nothing else to complain of.
    if (!(error instanceof GraphQLError)) throw error
    throw tooComplex(
      `The query selects over ${MOST_NODES} fields, each fragment counted wherever it is spread.`,
    )
  }
}

/** A field costs 1 and what lies under it; a connection, that times its page. Lists that are no pages are short. */
function connectionCost({ field, args, childComplexity }: ComplexityEstimatorArgs): number {
  const type = isNonNullType(field.type) ? field.type.ofType : field.type
  if (!String(type).endsWith('Connection')) {
    const ids: unknown = args['ids']
    return 1 + childComplexity * (Array.isArray(ids) ? ids.length : 1)
  }
  const { first, last } = args as { first?: number | null; last?: number | null }
  return 1 + childComplexity * Math.max(first ?? last ?? DEFAULT_PAGE_SIZE, 1)
}

/** How deep the fields of a selection nest. Introspection is left out: it is deep, and costs no database. */
function depthOf(document: DocumentNode, selection: SelectionSetNode): number {
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet]] : [],
    ),
  )
  const depths = new Map<SelectionSetNode, number>()
  const depth = (set: SelectionSetNode | undefined): number => {
    if (!set) return 0
    const before = depths.get(set)
    if (before !== undefined) return before
    const all = set.selections.map((node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return depth(fragments.get(node.name.value))
      if (node.kind === Kind.INLINE_FRAGMENT) return depth(node.selectionSet)
      return node.name.value.startsWith('__') ? 0 : 1 + depth(node.selectionSet)
    })
    const deepest = Math.max(0, ...all)
    depths.set(set, deepest)
    return deepest
  }
  return depth(selection)
}
