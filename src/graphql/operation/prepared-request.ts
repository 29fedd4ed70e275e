import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { allows, authorise } from '../../domain/access/policy.js'
import type { Viewer } from '../../domain/access/viewer.js'
import { tooComplex } from '../errors.js'
import { type Pages, parsePages, type Spec } from './paged-fields.js'
import { costOf } from './cost.js'
import { costError } from './cost-limit.js'
import { type CostReport, costReport } from './cost-report.js'
import { type Limits, MAX_FIELDS, refuseExcessiveVariables } from './limits.js'
import type { PageSpec } from './page.js'
import type { FiguresSpec } from './figures.js'
import type { StatisticsSpec } from './statistics.js'
import { PreparedOperation } from './prepared-operation.js'
import { refuseRootFields } from './root-fields.js'
import type { SelectedField, Selection } from './selection.js'
import { asBadInput } from './variable-errors.js'
import { coerceVariables, type Variables, withCoercedScalar } from './variables.js'

/**
 * A prepared operation with the variables of one request. The variables are coerced, the page arguments are parsed, and
 * the limits are checked. Both executors (the resolvers and the generated SQL) take the selected fields and the pages
 * from it.
 */
export class PreparedRequest {
  private readonly fields = new Map<readonly FieldNode[], SelectedField>()

  constructor(
    readonly schema: GraphQLSchema,
    readonly operation: PreparedOperation,
    readonly variables: Variables,
    readonly pages: Pages,
    readonly selection: Selection,
    readonly cost: CostReport,
  ) {}

  /** Throws FORBIDDEN if the viewer's role may not list removed records, and a list has the filter `removed`. */
  authorise(viewer: Viewer): void {
    for (const { request } of this.pages.values()) {
      if (request.removed) authorise(viewer, 'listRemoved')
    }
  }

  /** Whether a selected field belongs to a type that the viewer's role may not read. Its resolver then refuses it. */
  selectsForbidden(viewer: Viewer): boolean {
    return this.operation.reads.some((read) => !allows(viewer, read))
  }

  /** The page of a connection. */
  page(field: SelectedField): PageSpec {
    return this.spec(field, 'page')
  }

  /** The statistics of a field. */
  statistics(field: SelectedField): StatisticsSpec {
    return this.spec(field, 'statistics')
  }

  /** The figures of a field. */
  figures(field: SelectedField): FiguresSpec {
    return this.spec(field, 'figures')
  }

  /** The value of an argument of a field. */
  argument({ node, definition }: SelectedField, name: string): unknown {
    return definition && getArgumentValues(definition, node, this.variables)[name]
  }

  private spec<Kind extends Spec['kind']>({ node, name }: SelectedField, kind: Kind) {
    const spec = this.pages.get(node)
    if (spec?.kind !== kind) throw new Error(`expected ${kind}, got ${name}`)
    return spec as Extract<Spec, { readonly kind: Kind }>
  }

  /**
   * The field that a resolver resolves. Cached by `fieldNodes`: graphql-js passes one array for all objects of a list.
   */
  fieldAt({ fieldNodes, path }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'path'>): SelectedField {
    let field = this.fields.get(fieldNodes)
    if (!field) this.fields.set(fieldNodes, (field = this.find(path)))
    return field
  }

  private find({ key, prev, typename }: GraphQLResolveInfo['path']): SelectedField {
    // The key is an index in a list.
    if (typename === undefined && prev) return this.find(prev)
    const type = this.schema.getType(typename ?? '')
    const selection = prev ? this.find(prev).selection : this.selection
    const fields = isObjectType(type) ? selection.fieldsOf(type) : []
    const field = fields.find((each) => each.key === key)
    if (!field) throw new Error(`expected a selected field, got ${key}`)
    return field
  }
}

/** A prepared request, or the validation errors of its variables. */
export type Preparation =
  | { readonly request: PreparedRequest; readonly errors?: undefined }
  | { readonly request?: undefined; readonly errors: readonly GraphQLError[] }

export type Preparer = ReturnType<typeof createPreparer>

/** Returns functions that prepare requests. Caches the prepared operations of each parsed document. */
export function createPreparer(schema: GraphQLSchema, { maxDepth, maxComplexity }: Limits) {
  const schemas = { schema, execution: withCoercedScalar(schema) }
  const operations = new WeakMap<OperationDefinitionNode, PreparedOperation>()

  const operationOf = (document: DocumentNode, definition: OperationDefinitionNode) => {
    const known = operations.get(definition)
    const operation = known ?? new PreparedOperation(schemas, document, definition)
    if (!known) operations.set(definition, operation)
    return operation
  }

  /**
   * Throws if the request exceeds a limit, or if the page arguments of a connection are invalid. Calls `onCost` with
   * the cost, even if the cost exceeds the limit.
   */
  const prepare = (
    operation: PreparedOperation,
    variables: Variables,
    onCost: (cost: CostReport) => void = () => undefined,
  ): Preparation => {
    const { depth, document, definition, rootFields, fieldCount } = operation
    if (depth > maxDepth) {
      throw tooComplex(`The query is ${depth} fields deep; at most ${maxDepth} are allowed.`)
    }
    if (fieldCount > MAX_FIELDS) {
      throw tooComplex(
        `The query selects over ${MAX_FIELDS} fields, each fragment counted wherever it is spread.`,
      )
    }
    refuseRootFields(definition.operation, rootFields)
    refuseExcessiveVariables(variables)
    const { coerced, errors } = coerceVariables(schema, document, definition, variables)
    if (!coerced) return { errors: errors.map(asBadInput) }
    const pages = parsePages(operation.pagedFields, coerced)
    const selection = operation.selection(coerced)
    const priced = operation.priced(selection)
    const given = { pages, variables: coerced }
    const cost = costReport(costOf(priced, given), maxComplexity)
    onCost(cost)
    if (cost.requested > cost.limit) throw costError(cost, priced, given)
    return { request: new PreparedRequest(schema, operation, coerced, pages, selection, cost) }
  }
  return { executionSchema: schemas.execution, operationOf, prepare }
}
