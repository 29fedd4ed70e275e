import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { type Operation, policy } from '../../domain/access/policy.js'
import { type ConnectionNode, connectionsIn } from './connections.js'
import { costKey, costOf, depthOf } from './cost.js'
import { rootFieldNames } from './root-fields.js'
import { Selection } from './selection.js'
import { conditionalVariables, type Decisions } from './skip-include.js'
import { type Variables, withCoercedVariables } from './variables.js'

/** A document with many boolean variables has many variants; further ones are not kept. */
const MAX_VARIANTS = 16

/** A document has few page sizes; the costs of further ones are not kept. */
const MAX_COSTS = 32

/** The schema, and the same with the scalar of coerced variables. */
export interface Schemas {
  readonly schema: GraphQLSchema
  readonly execution: GraphQLSchema
}

/**
 * An operation of a document, with everything that depends on its text alone. It is made once, when the document comes
 * for the first time, and lives as long as the parsed document.
 */
export class PreparedOperation {
  /** The operation as graphql-js executes it, with variables that are coerced already. */
  readonly executable: DocumentNode
  readonly depth: number
  readonly rootFields: readonly string[]
  /** Whether a root field requires authentication. */
  readonly needsSession: boolean
  readonly introspects: boolean
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  private readonly conditional: readonly string[]
  private readonly variants = new Map<string, Selection>()
  private readonly costs = new Map<string, number>()
  private allConnections: readonly ConnectionNode[] | undefined

  constructor(
    private readonly schemas: Schemas,
    readonly document: DocumentNode,
    readonly definition: OperationDefinitionNode,
  ) {
    this.fragments = new Map(
      document.definitions.flatMap((each) =>
        each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
      ),
    )
    this.executable = withCoercedVariables(document, definition)
    this.depth = depthOf(this.fragments, definition.selectionSet)
    this.conditional = conditionalVariables(document)
    const names = rootFieldNames(this.fragments, definition)
    this.rootFields = names
    this.introspects = names.includes('__schema') || names.includes('__type')
    this.needsSession = names.some(
      (name) => !name.startsWith('__') && policy[name as Operation] !== 'anyone',
    )
  }

  get connections(): readonly ConnectionNode[] {
    return (this.allConnections ??= connectionsIn(
      this.schemas.schema,
      this.document,
      this.definition,
    ))
  }

  /** What the operation selects, given the variables that decide `@skip` and `@include`. */
  selection(variables: Variables): Selection {
    const decisions: Decisions = Object.fromEntries(
      this.conditional.map((name) => [name, Boolean(variables[name])]),
    )
    const key = JSON.stringify(decisions)
    let selection = this.variants.get(key)
    if (!selection) {
      const scope = { fragments: this.fragments, decisions }
      selection = new Selection(scope, [this.definition.selectionSet])
      if (this.variants.size < MAX_VARIANTS) this.variants.set(key, selection)
    }
    return selection
  }

  /** The maximum number of fields in an answer. */
  cost(variables: Variables): number {
    const key = costKey(variables)
    let cost = this.costs.get(key)
    if (cost === undefined) {
      cost = costOf(this.schemas.execution, this.executable, variables)
      if (this.costs.size < MAX_COSTS) this.costs.set(key, cost)
    }
    return cost
  }
}
