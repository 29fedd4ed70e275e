import type { ServerName } from '../servers/server.js'

export const SERVER_TITLES: Record<ServerName, string> = {
  service: 'this service',
  postgraphile: 'PostGraphile',
  mercurius: 'Mercurius',
  limit: 'the limit',
}

/** The servers of the tables and the picture, in order. */
export const SHOWN_SERVERS = ['service', 'postgraphile', 'mercurius', 'limit'] as const
