import type { Headers, LoadRequest, Target } from '../load/load.js'
import type { Document, GraphQLQuery, RestQuery, Variables } from '../queries/query.js'
import { type Server, isService } from './server.js'
import type { Viewer } from './viewer.js'

/** The number of documents that were generated in the whole run, each for one request. */
let documents = 0

/**
 * The requests of a GraphQL query for a server. The requests to the service use the credentials of `clients` in turn;
 * the other servers do not authenticate.
 */
export function graphqlTarget(
  server: Server,
  name: string,
  query: Pick<GraphQLQuery, 'service' | 'postgraphile'>,
  variables: Variables[],
  viewer: Viewer,
  clients: Headers[],
): Target {
  const { port } = server
  if (server.name === 'limit') {
    const requests = variables.map((values) => ({
      path: `/${name}`,
      body: JSON.stringify(values),
    }))
    return { port, requests }
  }
  const document = server.name === 'postgraphile' ? query.postgraphile : query.service
  if (!document) throw new Error(`${name} has no document for ${server.name}`)
  const requestOf = (index: number): LoadRequest => {
    const values = { ...variables[index % variables.length], ...viewer }
    const body = bodyOf(textOf(document, values), values)
    return { path: '/graphql', body, ...clientOf(server, clients, index) }
  }
  const requestsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => requestOf(index))
  if (typeof document === 'function') return { port, requests: requestsOf }
  const count = isService(server) ? Math.max(variables.length, clients.length) : variables.length
  return { port, requests: requestsOf(count) }
}

/** The requests of a REST list, for the service or the limit. */
export function restTarget(
  server: Server,
  name: string,
  query: RestQuery,
  variables: Variables[],
  clients: Headers[],
): Target {
  const requests = variables.map((values, index) => ({
    path: isService(server) ? query.path(values) : `/${name}?${searchParams(values)}`,
    ...clientOf(server, clients, index),
  }))
  return { port: server.port, requests }
}

function clientOf(server: Server, clients: Headers[], index: number): { headers?: Headers } {
  const headers = clients[index % clients.length]
  return isService(server) && headers ? { headers } : {}
}

function textOf(document: Document, values: Variables): string {
  if (typeof document === 'string') return document
  documents += 1
  return document(documents, values)
}

/** The body of a GraphQL request, with the variables that the document declares. */
function bodyOf(query: string, values: Variables): string {
  const declared = new Set([...query.matchAll(/\$(\w+):/g)].map(([, variable]) => variable))
  const variables = Object.entries(values).filter(([variable]) => declared.has(variable))
  return JSON.stringify({ query, variables: Object.fromEntries(variables) })
}

const searchParams = (values: Variables) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
