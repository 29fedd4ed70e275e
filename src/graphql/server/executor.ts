import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { type Context, sessionOf } from '../context.js'
import { badRequest } from '../errors.js'
import type { PreparedRequest } from '../operation/prepared-request.js'
import { compileReadBack, type ReadBack, readPayload } from '../sql-answer/read-back.js'

/** Runs the resolvers of the prepared request. With `sql`, one SQL statement reads the payload of a mutation. */
export async function executeResolvers(
  schema: GraphQLSchema,
  context: Context,
  { operationName, sql }: { operationName?: string | null | undefined; sql: boolean },
): Promise<ExecutionResult> {
  const { preparation } = context
  if (!preparation) return { errors: [badRequest(noOperation(operationName))] }
  const { errors, request } = preparation
  if (errors) return { errors }
  const readBack = sql
    ? request.selection.derive(() => compileReadBack(schema, request), compileReadBack)
    : undefined
  const payloads = readBack && readPayloads(context, request, readBack)
  const result = await execute({
    schema,
    document: readBack?.document ?? request.operation.executable,
    contextValue: context,
    variableValues: { ...request.variables },
  })
  for (const [key, records] of payloads ?? []) Object.assign(result.data?.[key] ?? {}, records)
  return result
}

/** Sets `readBack` in the context. Returns the records that it reads, by the mutation's response key. */
function readPayloads(context: Context, request: PreparedRequest, { payloads }: ReadBack) {
  const read = new Map<string, Record<string, unknown>>()
  context.readBack = async (mutation, id) => {
    const payload = payloads.get(mutation)
    if (!payload) return
    const { viewer } = sessionOf(context)
    read.set(mutation.key, await readPayload(context.db, payload, request, viewer, id))
  }
  return read
}

const noOperation = (name: string | null | undefined) =>
  name == null
    ? 'Say with operationName which of the document’s operations to run.'
    : `The document has no operation named ${name}.`
