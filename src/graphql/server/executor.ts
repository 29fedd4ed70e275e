import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { type Context, sessionOf } from '../context.js'
import { badRequest } from '../errors.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import { compileReadBack, type ReadBack, readPayload } from '../sql-answer/read-back.js'

/** The maximum number of characters of an operation's name in an error. */
const MAX_NAME = 100

/** Runs the resolvers of the prepared request. With `sql`, one SQL statement reads the payload of a mutation. */
export async function executeResolvers(
  schema: GraphQLSchema,
  context: Context,
  { operationName, sql }: { operationName?: string | undefined; sql: boolean },
): Promise<ExecutionResult> {
  const { preparation } = context
  if (!preparation) return { errors: [badRequest(noOperation(operationName))] }
  const { errors, request } = preparation
  if (errors) return { errors }
  const isReadBySql = sql && !(context.session && request.selectsForbidden(context.session.viewer))
  const readBack = isReadBySql
    ? request.selection.derive(() => compileReadBack(schema, request), compileReadBack)
    : undefined
  if (readBack) setReadBack(context, request, readBack)
  const result = await execute({
    schema,
    document: readBack?.document ?? request.operation.executable,
    contextValue: context,
    variableValues: { ...request.variables },
  })
  await context.dryRun?.end()
  for (const [key, records] of context.payloads) Object.assign(result.data?.[key] ?? {}, records)
  return result
}

function setReadBack(context: Context, request: PreparedRequest, { payloads }: ReadBack): void {
  // With a name, so that it is a young object: docs/decisions/requests.md.
  const readBack: Context['readBack'] = async (mutation, key, db) => {
    const payload = payloads.get(mutation)
    return payload ? readPayload(db, payload, request, sessionOf(context).viewer, key) : {}
  }
  context.readBack = readBack
}

const noOperation = (name: string | undefined) =>
  name === undefined
    ? 'The document has several operations: set operationName to one of them.'
    : `The document has no operation named ${name.slice(0, MAX_NAME)}.`
