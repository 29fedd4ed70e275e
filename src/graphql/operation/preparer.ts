import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { tooComplex } from '../errors.js'
import { parsePages } from './paged-fields.js'
import { costOf } from './cost.js'
import { costError } from './cost-limit.js'
import { type CostReport, costReport } from './cost-report.js'
import { type Limits, MAX_FIELDS, refuseExcessiveVariables } from './limits.js'
import { PreparedOperation } from './prepared-operation.js'
import { refuseRootFields } from './root-fields.js'
import { asBadInput } from './variable-errors.js'
import { coerceVariables, type Variables, withCoercedScalar } from './variables.js'
import { PreparedRequest } from './prepared-request.js'

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
