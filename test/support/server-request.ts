import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../src/db/connect.js'
import { ApiKeyUses } from '../../src/domain/api-key/api-key-uses.js'
import { KnownSessions } from '../../src/request/known-sessions.js'
import { beginRequests, type ServerRequest } from '../../src/request/request.js'

interface Given {
  readonly token?: string
  /** The IP address of the client. */
  readonly ip?: string
}

/** A request to GraphQL, without a connection. */
export function serverRequest(db: Database, { token, ip = '::1' }: Given = {}): ServerRequest {
  const raw = new IncomingMessage(new Socket())
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const config = { interface: 'graphql' }
  const request = { id: '', ip, headers, raw, routeOptions: { config } } as FastifyRequest
  // Creating a cache for as many sessions as the service remembers takes longer than the rest.
  const sessions = new KnownSessions(1)
  const observer = { start: () => undefined, finish: () => {} }
  const begin = beginRequests(db, new ApiKeyUses(db), observer, sessions)
  begin(request, { raw: new ServerResponse(raw) } as FastifyReply)
  return request
}
