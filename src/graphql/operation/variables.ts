import {
  type DocumentNode,
  getVariableValues,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { withPaths } from './variable-errors.js'

/** Variables by name, before or after coercion. */
export type Variables = Readonly<Record<string, unknown>>

/**
 * Coerces the variables of a request. Also refuses null for a variable with a default value, if the variable is used
 * where null is not allowed: graphql-js would report this only during execution.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): ReturnType<typeof getVariableValues> {
  const definitions = operation.variableDefinitions ?? []
  const result = getVariableValues(schema, definitions, variables)
  if (result.errors) return { errors: withPaths(schema, document, variables, result.errors) }
  const nulls = definitions
    .filter((each) => each.defaultValue && result.coerced[each.variable.name.value] === null)
    .map(({ variable }) => variable.name.value)
  const errors = nulls.length === 0 ? [] : misplacedNulls(schema, document, nulls)
  return errors.length > 0 ? { errors: withPaths(schema, document, variables, errors) } : result
}

function misplacedNulls(schema: GraphQLSchema, document: DocumentNode, nulls: readonly string[]) {
  const errors: GraphQLError[] = []
  const types = new TypeInfo(schema)
  const visitor = visitWithTypeInfo(types, {
    VariableDefinition: () => false,
    Variable(node) {
      const name = node.name.value
      if (!nulls.includes(name) || !isNonNullType(types.getInputType())) return
      errors.push(new GraphQLError(`Variable "$${name}" must not be null.`, { nodes: node }))
    },
  })
  visit(document, visitor)
  return errors
}

/*
 * graphql-js coerces variables at the start of every execution. Here they are coerced earlier, because the limits
 * depend on them; a second coercion would take time, and could change a value. So graphql-js executes a copy of the
 * operation that declares each variable with the scalar `Coerced`, which accepts every value unchanged.
 */

const Coerced = new GraphQLScalarType({ name: 'Coerced', parseValue: (value) => value })
const coercedType = {
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: Coerced.name },
} as const

/** The schema with `Coerced`, for execution only: clients never see the scalar. */
export const withCoercedScalar = (schema: GraphQLSchema): GraphQLSchema =>
  Object.create(schema, {
    getType: {
      value: (name: string) => (name === Coerced.name ? Coerced : schema.getType(name)),
    },
  }) as GraphQLSchema

/** The document with variables that are declared as `Coerced`. */
export const withCoercedVariables = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: ({ kind, variable }) => ({ kind, variable, type: coercedType }),
    SelectionSet: () => false,
  })
