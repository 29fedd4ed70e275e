import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  separateOperations,
} from 'graphql'
import { type Operation, policy } from '../../domain/access/policy.js'
import { type PagedField, pagedFieldsIn } from './paged-fields.js'
import type { PricedObject } from './cost.js'
import { depthOf, fieldCountOf } from './document-size.js'
import { priceSelection } from './price-selection.js'
import { readPolicies } from './read-policies.js'
import { rootFieldNames } from './root-fields.js'
import { Selection } from './selection.js'
import type { RouteOperation } from '../../request/record.js'
import { conditionalVariables, type Decisions } from './skip-include.js'
import { typedFieldsIn } from './typed-fields.js'
import { type Variables, withCoercedVariables } from './variables.js'

/** The maximum number of cached selections of an operation. A document with n boolean variables has up to 2^n. */
const MAX_SELECTIONS = 16

/** The maximum length of an operation's name in the log. */
const MAX_NAME = 100

/** The label in metrics of an operation with several root fields. */
const SEVERAL = 'several fields'

/** The schema that clients see, and the schema for execution, which accepts coerced variables. */
export interface Schemas {
  readonly schema: GraphQLSchema
  readonly execution: GraphQLSchema
}

/** An operation, with everything that depends on its text alone. Created once for each parsed document. */
export class PreparedOperation {
  /** The operation and the fragments that it uses. */
  readonly document: DocumentNode
  /** The document that graphql-js executes, with coerced variables. */
  readonly executable: DocumentNode
  readonly pagedFields: readonly PagedField[]
  readonly depth: number
  /** The number of selected fields, with each fragment counted wherever it is spread. */
  readonly fieldCount: number
  readonly rootFields: readonly string[]
  /** The operation in the log. It has the operation name of the document, otherwise the names of the root fields. */
  readonly logged: RouteOperation
  /** The label of the operation in metrics: the name of the root field, because the schema limits their number. */
  readonly label: string
  /** The keys in `policy`, the access control table, for the record types that it reads. */
  readonly reads: readonly Operation[]
  /** Whether a root field requires authentication. */
  readonly needsSession: boolean
  readonly introspects: boolean
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  private readonly conditional: readonly string[]
  private readonly selections = new Map<string, Selection>()

  constructor(
    private readonly schemas: Schemas,
    document: DocumentNode,
    readonly definition: OperationDefinitionNode,
  ) {
    this.document = separateOperations(document)[definition.name?.value ?? ''] ?? document
    this.fragments = new Map(
      this.document.definitions.flatMap((each) =>
        each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
      ),
    )
    this.executable = withCoercedVariables(this.document)
    const fields = typedFieldsIn(schemas.schema, this.document)
    this.pagedFields = pagedFieldsIn(schemas.schema, fields)
    this.reads = readPolicies(fields)
    this.depth = depthOf(this.fragments, definition.selectionSet)
    this.fieldCount = fieldCountOf(this.fragments, definition.selectionSet)
    this.conditional = conditionalVariables(this.document)
    const names = rootFieldNames(this.fragments, definition)
    this.rootFields = names
    const name = (definition.name?.value ?? names.join(' ')).slice(0, MAX_NAME)
    this.logged = { name, kind: definition.operation }
    this.label = new Set(names).size === 1 ? (names[0] ?? '') : SEVERAL
    this.introspects = names.includes('__schema') || names.includes('__type')
    this.needsSession = names.some(
      (name) => !name.startsWith('__') && policy[name as Operation].access !== 'anyone',
    )
  }

  /** What the operation selects, given the variables that decide `@skip` and `@include`. */
  selection(variables: Variables): Selection {
    const decisions: Decisions = Object.fromEntries(
      this.conditional.map((name) => [name, Boolean(variables[name])]),
    )
    const key = JSON.stringify(decisions)
    let selection = this.selections.get(key)
    if (!selection) {
      const scope = { fragments: this.fragments, decisions }
      selection = new Selection(scope, [this.definition.selectionSet])
      if (this.selections.size < MAX_SELECTIONS) this.selections.set(key, selection)
    }
    return selection
  }

  /** The prices of a selection of this operation. Compiled once. */
  priced(selection: Selection): PricedObject {
    return selection.derive(() => {
      const { schema } = this.schemas
      const root = schema.getRootType(this.definition.operation)
      return root ? priceSelection(schema, root, selection) : { own: 0, lists: [] }
    }, priceSelection)
  }
}
