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
import { tooComplex } from '../errors.js'
import { type Connection, connectionsIn, requirePages } from './pages.js'
import { DEFAULT_PAGE_SIZE } from './page.js'
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

/** How many lists and input objects of a variable may lie within each other. */
const MOST_LEVELS = 100

/** How many fields and fragments are looked at to find out a cost. */
const MOST_NODES = 10_000

export type RequireModest = (asked: Operation) => void

/** What is known of an operation that came before. */
interface Known {
  readonly connections: readonly Connection[]
  readonly costs: Map<string, number>
}

/**
 * Refuses operations that nest too deeply, ask for what is no page, or whose answer could be too large: before any of it
 * is carried out. Costs are answered from memory the second time.
 */
export function createLimiter(
  schema: GraphQLSchema,
  { maxDepth, maxComplexity }: Limits,
): RequireModest {
  const operations = new WeakMap<OperationDefinitionNode, Known>()

  return (asked) => {
    const { document, operation, variables } = asked
    let known = operations.get(operation)
    if (!known) {
      const depth = depthOf(document, operation.selectionSet)
      if (depth > maxDepth) {
        throw tooComplex(`The query is ${depth} fields deep; at most ${maxDepth} are allowed.`)
      }
      known = { connections: connectionsIn(schema, document, operation), costs: new Map() }
      operations.set(operation, known)
    }
    if (nestsDeeply(variables)) {
      throw tooComplex(`The variables nest over ${MOST_LEVELS} levels deep.`)
    }
    const { coerced } = readVariables(schema, document, operation, variables)
    // The executor says what is wrong with them.
    if (!coerced) return
    const { connections, costs } = known
    requirePages(connections, coerced)
    const key = sizesIn(coerced)
    let cost = costs.get(key)
    if (cost === undefined) {
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

/** Whether variables nest deeper than any sensible input, deep enough to be no fun to read. */
export const nestsDeeply = (value: unknown, levels = MOST_LEVELS): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels < 0 || Object.values(value).some((each) => nestsDeeply(each, levels - 1)))

/**
 * What a cost can depend on: numbers and null, for pages, booleans, for directives, and how long lists of ids are. Of
 * variables as they were read: what was absent may have a default, and one id may stand for a list.
 */
const sizesIn = (variables: Readonly<Record<string, unknown>>) =>
  JSON.stringify(
    Object.entries(variables).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.length]]
      return value === null || ['number', 'boolean'].includes(typeof value) ? [[name, value]] : []
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
