import {
  type DocumentNode,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql'
import { visitOperation } from './visit-operation.js'

type Variables = Readonly<Record<string, unknown>>

/**
 * Reads the variables that a client sent. Besides what graphql refuses, one that is null where null may not be: a
 * variable with a default may stand there, and null is not absent. graphql would find out in the middle of an answer.
 */
export function readVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): ReturnType<typeof getVariableValues> {
  const definitions = operation.variableDefinitions ?? []
  const read = getVariableValues(schema, definitions, variables)
  if (read.errors) return read
  const nulls = definitions
    .filter(
      ({ variable, defaultValue }) => defaultValue && read.coerced[variable.name.value] === null,
    )
    .map(({ variable }) => variable.name.value)
  if (nulls.length === 0) return read
  const errors = misplaced(schema, document, operation, new Set(nulls))
  return errors.length > 0 ? { errors } : read
}

function misplaced(
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
