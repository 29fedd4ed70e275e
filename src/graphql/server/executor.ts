import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql'
import type { Context } from '../context.js'
import { badRequest } from '../errors.js'

/** Runs the resolvers of a request that was prepared. Its variables are coerced already. */
export async function executeResolvers(
  schema: GraphQLSchema,
  context: Context,
  operationName?: string | null,
): Promise<ExecutionResult> {
  const { preparation } = context
  if (!preparation) return { errors: [badRequest(noOperation(operationName))] }
  const { errors, request } = preparation
  if (errors) return { errors }
  return execute({
    schema,
    document: request.operation.executable,
    contextValue: context,
    variableValues: { ...request.variables },
  })
}

const noOperation = (name: string | null | undefined) =>
  name == null
    ? 'Say with operationName which of the document’s operations to run.'
    : `The document has no operation named ${name}.`
