import {
  type DocumentNode,
  getVariableValues,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { visitOperation } from './visit-operation.js'

/** Variables by name: as a client sent them, or coerced. */
export type Variables = Readonly<Record<string, unknown>>

/**
 * Coerces the variables that a client sent. Besides what graphql-js refuses, it refuses null for a variable with a
 * default value in a place that may not be null, which graphql-js notices only while it executes.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): ReturnType<typeof getVariableValues> {
  const definitions = operation.variableDefinitions ?? []
  const result = getVariableValues(schema, definitions, variables)
  if (result.errors) return result
  const nulls = definitions
    .filter(
      ({ variable, defaultValue }) => defaultValue && result.coerced[variable.name.value] === null,
    )
    .map(({ variable }) => variable.name.value)
  if (nulls.length === 0) return result
  const errors = misplacedNulls(schema, document, operation, new Set(nulls))
  return errors.length > 0 ? { errors } : result
}

function misplacedNulls(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  nulls: ReadonlySet<string>,
): GraphQLError[] {
  const errors: GraphQLError[] = []
  visitOperation(schema, document, operation, (types) => ({
    VariableDefinition: () => false,
    Variable(node) {
      if (!nulls.has(node.name.value) || !isNonNullType(types.getInputType())) return
      errors.push(
        new GraphQLError(`Variable "$${node.name.value}" must not be null.`, { nodes: node }),
      )
    },
  }))
  return errors
}

/*
 * graphql-js coerces variables at the start of every execution. Ours are coerced before that, because the limits depend
 * on them, and coercing a value twice is slow or wrong. So graphql-js is given the operation with each variable declared
 * as a scalar that takes any value as it is.
 */

const Coerced = new GraphQLScalarType({ name: 'Coerced', parseValue: (value) => value })
const coercedType = {
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: Coerced.name },
} as const

/** The schema with that scalar: for execution only, it is not part of what clients see. */
export const withCoercedScalar = (schema: GraphQLSchema): GraphQLSchema =>
  Object.create(schema, {
    getType: {
      value: (name: string) => (name === Coerced.name ? Coerced : schema.getType(name)),
    },
  }) as GraphQLSchema

/** A document of one operation and the fragments, whose variables are coerced already. */
export const withCoercedVariables = (
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [
    {
      ...operation,
      variableDefinitions: (operation.variableDefinitions ?? []).map(({ variable }) => ({
        kind: Kind.VARIABLE_DEFINITION,
        variable,
        type: coercedType,
      })),
    },
    ...definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
  ],
})
