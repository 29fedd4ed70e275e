import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { isDatabaseUnavailable } from '../db/faults.js'
import { withCoercedType, withCoercedVariables } from './coerced-variables.js'
import { conditionalVariables, prune } from './prune.js'
import { readVariables } from './variables.js'

export interface Execution<Context> {
  readonly document: DocumentNode
  /** Undefined where the document has none of that name. */
  readonly operation: OperationDefinitionNode | undefined
  readonly operationName?: string | null | undefined
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly context: Context
}

/** A faster way to the same answer, found once for an operation; undefined where there is none. */
export type Shortcut<Context> = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
) =>
  | ((context: Context, variables: Readonly<Record<string, unknown>>) => Promise<ExecutionResult>)
  | undefined

export type Executor<Context> = (execution: Execution<Context>) => Promise<ExecutionResult>

/** One way through a document: an operation, and what its `@skip` and `@include` leave of it. */
interface Variant<Context> {
  readonly document: DocumentNode
  sightings: number
  /** Undefined until looked for; null where there is none. */
  shortcut?: ReturnType<Shortcut<Context>> | null
  /** Undefined until compiled; null where graphql-jit does not know how. */
  compiled?: Compiled | null
}

interface Compiled {
  readonly query: CompiledQuery['query']
  readonly valuesOf: (read: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** A document with many boolean variables has many variants; graphql-js runs those beyond this number. */
const MOST_VARIANTS = 16

/*
 * graphql-jit turns a document into a function, which takes milliseconds once and saves most of the time of each
 * execution after. So a document is compiled when it comes the second time. What is kept hangs on the parsed document
 * that Apollo keeps, and goes with it.
 *
 * graphql-jit 0.8.9 resolves the fields under an excluded node when it was merged with an included one, so `@skip` and
 * `@include` are decided before it sees the document: each combination of their variables is a variant of its own.
 */
export function createExecutor<Context>(
  schema: GraphQLSchema,
  findShortcut: Shortcut<Context> = () => undefined,
): Executor<Context> {
  const jitSchema = withCoercedType(schema)
  const known = new WeakMap<DocumentNode, Map<string, Variant<Context>>>()

  const variantOf = (execution: Execution<Context>, values: Record<string, unknown>) => {
    const { document, operationName } = execution
    let variants = known.get(document)
    if (!variants) known.set(document, (variants = new Map<string, Variant<Context>>()))
    const decisions = conditionalVariables(document).map((name) => (values[name] ? 1 : 0))
    const key = `${decisions.join('')} ${operationName ?? ''}`
    let variant = variants.get(key)
    if (!variant) {
      variant = { document: prune(document, values), sightings: 0 }
      if (variants.size < MOST_VARIANTS) variants.set(key, variant)
    }
    variant.sightings += 1
    return variant
  }

  const shortcutOf = (variant: Variant<Context>, operationName: string | undefined) => {
    if (variant.shortcut === undefined && variant.sightings > 1) {
      const operation = getOperationAST(variant.document, operationName)
      variant.shortcut = (operation && findShortcut(variant.document, operation)) ?? null
    }
    return variant.shortcut
  }

  const compiledOf = (variant: Variant<Context>, operationName: string | undefined) => {
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

    const variant = variantOf(execution, coerced.coerced)
    const shortcut = shortcutOf(variant, operationName)
    if (shortcut) {
      try {
        return await shortcut(context, coerced.coerced)
      } catch (error) {
        if (isDatabaseUnavailable(error)) return { data: null, errors: [unavailable(error)] }
        // Something is wrong with an argument: who resolves field by field says with which.
      }
    }
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

const unavailable = (error: unknown) =>
  new GraphQLError('The database is out of reach.', { originalError: error as Error })

const badRequest = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } })

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
