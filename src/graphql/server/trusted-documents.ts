import { readFile } from 'node:fs/promises'
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { z } from 'zod'
import { parseWithinLimits } from './document-limits.js'

/** The file with the trusted documents cannot be used. The message lists all errors, one per line. */
export class TrustedDocumentsError extends Error {
  override readonly name = 'TrustedDocumentsError'

  constructor(path: string, errors: readonly string[]) {
    super([`TRUSTED_DOCUMENTS: the file ${path} cannot be used:`, ...errors].join('\n  '))
  }
}

/** The trusted documents (persisted queries). The service executes no others. */
export interface TrustedDocuments {
  readonly byId: ReadonlyMap<string, string>
  readonly texts: ReadonlySet<string>
}

/** The formats of the file: Apollo's manifest, or an object of texts by id (GraphQL Code Generator, relay-compiler). */
const Documents = z.union([
  z
    .object({
      format: z.literal('apollo-persisted-query-manifest'),
      operations: z.array(z.object({ id: z.string(), body: z.string() })),
    })
    .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const)),
  z.record(z.string(), z.string()).transform((documents) => Object.entries(documents)),
])

/** Reads a file of documents. Throws a TrustedDocumentsError if some do not match the schema or exceed a limit. */
export async function readTrustedDocuments(
  path: string,
  schema: GraphQLSchema,
): Promise<TrustedDocuments> {
  const documents = await readDocuments(path)
  const errors = documents.flatMap(([id, text]) =>
    errorsIn(schema, text).map((message) => `${id}${nameIn(text)}: ${message}`),
  )
  if (documents.length === 0) errors.push('It has no documents.')
  if (errors.length > 0) throw new TrustedDocumentsError(path, errors)
  return { byId: new Map(documents), texts: new Set(documents.map(([, text]) => text)) }
}

async function readDocuments(path: string): Promise<readonly (readonly [string, string])[]> {
  try {
    return Documents.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const message =
      error instanceof z.ZodError
        ? 'It must be a JSON object of GraphQL documents by their id.'
        : (error as Error).message
    throw new TrustedDocumentsError(path, [message])
  }
}

function errorsIn(schema: GraphQLSchema, text: string): string[] {
  try {
    return validate(schema, parseWithinLimits(text, true) ?? parse(text)).map(
      ({ message }) => message,
    )
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message]
    throw error
  }
}

/** The name of a document's operation, in parentheses. */
function nameIn(text: string): string {
  const [, name] = /^\s*(?:query|mutation)\s+(\w+)/m.exec(text) ?? []
  return name === undefined ? '' : ` (${name})`
}
