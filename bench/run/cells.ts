import type { Target } from '../load/load.js'
import type { GraphQLQuery, RestQuery, Variables } from '../queries/query.js'
import type { Clients } from '../servers/clients.js'
import { graphqlTarget, restTarget } from '../servers/requests.js'
import { type Server, isService } from '../servers/server.js'
import type { Viewer } from '../servers/viewer.js'
import { askServer } from './ask.js'
import type { Run } from './measure.js'

/** One query at one server. */
export interface Cell {
  name: string
  server: Server
  target: Target
  /** The number of different requests. Their responses are compared with those of the other servers. */
  different: number
  reshape?: ((data: Variables) => Variables) | undefined
  /** The runs by number of connections, one for each round. */
  runs: Map<number, Run[]>
}

/** What is measured: the servers, and the clients that are signed in to each build of the service. */
export interface Setup {
  url: string
  viewer: Viewer
  servers: Server[]
  clients: Map<Server, Clients>
}

const cellOf = (name: string, server: Server, target: Target, different: number): Cell => ({
  name,
  server,
  target,
  different,
  runs: new Map(),
})

/** The cells of a GraphQL query: a cell for each server that has the query. */
export async function graphqlCells(
  name: string,
  query: GraphQLQuery,
  variables: Variables[],
  { viewer, servers, clients }: Setup,
): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const server of servers) {
    if (server.name === 'postgraphile' && !query.postgraphile) continue
    if (server.name === 'mercurius' && !query.mercurius) continue
    const own =
      server.name === 'postgraphile' && query.postgraphileVariables
        ? await query.postgraphileVariables(askServer(server), variables)
        : variables
    const signedIn = clients.get(server)?.graphql ?? []
    const target = graphqlTarget(server, name, query, own, viewer, signedIn)
    cells.push({
      ...cellOf(name, server, target, variables.length),
      reshape: reshapeFor(server, query),
    })
  }
  return cells
}

const reshapeFor = (server: Server, { reshapePostgraphile, reshape }: GraphQLQuery) => {
  const ofServer = server.name === 'postgraphile' ? reshapePostgraphile : undefined
  if (!ofServer || !reshape) return ofServer ?? reshape
  return (data: Variables) => reshape(ofServer(data))
}

/** The cells of a REST list, for each build of the service and for the limit. */
export function restCells(name: 'A' | 'B', query: RestQuery, { servers, clients }: Setup): Cell[] {
  const variables = query.variables()
  return servers
    .filter((server) => isService(server) || server.name === 'limit')
    .map((server) => {
      const signedIn = clients.get(server)?.[name] ?? []
      const target = restTarget(server, name, query, variables, signedIn)
      return cellOf(name, server, target, variables.length)
    })
}

/** Rotates the servers within each query by `by` places, so that another server comes first in each round. */
export function rotate<Named extends { name: string }>(cells: Named[], by: number): Named[] {
  const names = [...new Set(cells.map(({ name }) => name))]
  return names.flatMap((name) => {
    const group = cells.filter((cell) => cell.name === name)
    const first = by % group.length
    return [...group.slice(first), ...group.slice(0, first)]
  })
}
