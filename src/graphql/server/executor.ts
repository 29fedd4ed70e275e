import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql'
import type { Context } from '../context.js'
import { badRequest } from '../errors.js'

/** Runs the resolvers of a request that was prepared. Its variables are coerced already. */
export async function executeResolvers(
  schema: GraphQLSchema,
  context: Context,
): Promise<ExecutionResult> {
  const { errors, request } = context.preparation ?? {}
  if (errors) return { errors }
  if (!request) throw new Error('expected a request that was prepared')
  return execute({
    schema,
    document: request.operation.executable,
    contextValue: context,
    variableValues: { ...request.variables },
  })
}

/** The answer if the document has no operation of the given name, or several and no name was given. */
export const noOperation = (name: string | null | undefined): ExecutionResult => ({
  errors: [
    badRequest(
      name == null
        ? 'Say with operationName which of the document’s operations to run.'
        : `The document has no operation named ${name}.`,
    ),
  ],
})
