import type { FastifyRequest, preHandlerHookHandler } from 'fastify'
import { GraphQLError } from 'graphql'
import { badRequest, withCode } from '../errors.js'
import type { TrustedDocuments } from './trusted-documents.js'

type Parameters = Record<string, unknown>

/**
 * Replaces the id of a trusted document in a request by its text, so that Apollo Server and the service's own executor
 * handle the request like any other. Refuses a request for any other document.
 */
export const requireTrustedDocument =
  (documents: TrustedDocuments): preHandlerHookHandler =>
  (request, _reply, done) => {
    try {
      const given = parametersOf(request)
      setParameters(request, { ...withoutIds(given), query: trustedTextOf(given, documents) })
      done()
    } catch (error) {
      done(error as Error)
    }
  }

const isRecord = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parameters of a GraphQL request. Like Apollo, reads the query string of a GET, otherwise the body. */
function parametersOf({ method, body, query }: FastifyRequest): Parameters {
  const given = method === 'GET' ? query : body
  if (!isRecord(given)) throw badRequest('The body of the request must be a JSON object.')
  return method === 'GET' ? { ...given, extensions: parsed(given['extensions']) } : given
}

function setParameters(request: FastifyRequest, parameters: Parameters): void {
  if (request.method !== 'GET') {
    request.body = parameters
    return
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  request.query = Object.fromEntries(search)
  request.raw.url = `/graphql?${search.toString()}`
}

/** The text of a trusted document: found by the id in the request, otherwise the text in the request, if trusted. */
export function trustedTextOf(
  given: Readonly<Parameters>,
  { byId, texts }: TrustedDocuments,
): string {
  const { query } = given
  const id = idIn(given)
  const text = id === undefined ? undefined : byId.get(id)
  if (text !== undefined) return text
  if (typeof query === 'string' && query !== '') {
    if (texts.has(query)) return query
    throw badRequest('Only trusted documents are executed. This document is not one of them.')
  }
  if (id === undefined) throw badRequest('The request has neither a document nor the id of one.')
  throw new GraphQLError('There is no trusted document with this id.', {
    extensions: withCode('PERSISTED_QUERY_NOT_FOUND'),
  })
}

/** The id of a document: `documentId`, `id`, or the hash that Apollo Client sends in `extensions.persistedQuery`. */
function idIn({ documentId, id, extensions }: Readonly<Parameters>): string | undefined {
  const persisted = isRecord(extensions) ? extensions['persistedQuery'] : undefined
  const hash = isRecord(persisted) ? persisted['sha256Hash'] : undefined
  return [documentId, id, hash].find((each) => typeof each === 'string')
}

/** Removes the ids. Apollo Server would look up `persistedQuery` in its own cache of automatic persisted queries. */
function withoutIds({ documentId: _documentId, id: _id, extensions, ...others }: Parameters) {
  if (extensions == null) return others
  if (!isRecord(extensions)) return { ...others, extensions }
  const rest = Object.entries(extensions).filter(([name]) => name !== 'persistedQuery')
  return { ...others, extensions: Object.fromEntries(rest) }
}

/** Parses a JSON text. Returns malformed JSON unchanged, because Apollo reports it. */
function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return text
  }
}
