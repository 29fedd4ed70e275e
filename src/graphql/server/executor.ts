import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { withCoercedType, withCoercedVariables } from './coerced-variables.js'
import { badRequest } from '../errors.js'
import { readVariables } from '../operation/variables.js'
import { variantsOf } from '../operation/variants.js'

export interface Execution<Context> {
  readonly document: DocumentNode
  /** Undefined where the document has none of that name. */
  readonly operation: OperationDefinitionNode | undefined
  readonly operationName?: string | null | undefined
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly context: Context
}

export type Executor<Context> = (execution: Execution<Context>) => Promise<ExecutionResult>

/** One way through a document, and how often it was taken. */
interface Variant {
  readonly document: DocumentNode
  sightings: number
  /** Undefined until compiled; null where graphql-jit does not know how. */
  compiled?: Compiled | null
}

interface Compiled {
  readonly query: CompiledQuery['query']
  readonly valuesOf: (read: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/*
 * graphql-jit turns a document into a function, which takes milliseconds once and saves most of the time of each
 * execution after. So a document is compiled when it comes the second time. What is kept hangs on the parsed document
 * that Apollo keeps, and goes with it.
 *
 * graphql-jit 0.8.9 resolves the fields under an excluded node when it was merged with an included one, so `@skip` and
 * `@include` are decided before it sees the document: each combination of their variables is a variant of its own.
 */
export function createExecutor<Context>(schema: GraphQLSchema): Executor<Context> {
  const jitSchema = withCoercedType(schema)
  const variantOf = variantsOf<Variant>((document) => ({ document, sightings: 0 }))

  const compiledOf = (variant: Variant, operationName: string | undefined) => {
    if (variant.compiled === undefined && variant.sightings > 1) {
      const { document, valuesOf } = withCoercedVariables(schema, variant.document)
      const compiled = compileQuery(jitSchema, document, operationName)
      variant.compiled = isCompiledQuery(compiled) ? { query: compiled.query, valuesOf } : null
    }
    return variant.compiled
  }

  return async (execution) => {
    const { operation, variables, context } = execution
    const operationName = execution.operationName ?? undefined
    if (!operation) return { errors: [badRequest(noOperation(operationName))] }
    const coerced = readVariables(schema, execution.document, operation, variables)
    if (coerced.errors) return { errors: coerced.errors.map(asBadInput) }

    const variant = variantOf(execution.document, operationName, coerced.coerced)
    variant.sightings += 1
    const compiled = compiledOf(variant, operationName)
    if (!compiled) {
      return execute({
        schema,
        document: variant.document,
        contextValue: context,
        variableValues: variables,
        operationName,
      })
    }
    const result = await compiled.query(undefined, context, compiled.valuesOf(coerced.coerced))
    return result.errors ? { ...result, errors: result.errors.map(asGraphQLError) } : result
  }
}

const noOperation = (name: string | undefined) =>
  name === undefined
    ? 'Say with operationName which of the document’s operations to run.'
    : `The document has no operation named ${name}.`

const asBadInput = (error: GraphQLError) =>
  new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    originalError: error,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  })

/** graphql-jit's errors look like GraphQLErrors but are none, and Apollo would hide them. */
function asGraphQLError(error: GraphQLError): GraphQLError {
  const { message, path, locations, originalError } = error
  const rebuilt = new GraphQLError(message, {
    ...(path && { path }),
    ...(originalError && { originalError }),
  })
  Object.defineProperty(rebuilt, 'locations', { value: locations, enumerable: true })
  return rebuilt
}
