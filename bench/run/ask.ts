import type { Headers } from '../load/load.js'
import type { Ask, Variables } from '../queries/query.js'
import { post } from '../servers/clients.js'
import type { Server } from '../servers/server.js'

/** Sends single GraphQL documents to a server. */
export const askServer =
  (server: Server, headers: Headers = {}): Ask =>
  async (query, variables = {}) => {
    const { data } = await post<{ data: Variables }>(
      server,
      '/graphql',
      { query, variables },
      headers,
    )
    return data
  }
