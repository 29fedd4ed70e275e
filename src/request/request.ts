import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.js'
import type { ApiKeyUses } from '../domain/api-key/api-key-uses.js'
import { Access } from './access.js'
import { RequestEnd } from './end.js'
import { KnownSessions } from './known-sessions.js'
import { Meter } from './meter.js'
import { RequestRecord, type RequestTrace } from './record.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its end: the response was sent, or the client has left. */
    end: RequestEnd
    /** What the log, the metrics and the trace say about it. */
    record: RequestRecord
    /** Counts its processor time. */
    meter: Meter
    /** Its credentials, its session, and the database for its user. */
    access: Access
  }
}

/** Is called at the beginning and at the end of each request. */
export interface RequestObserver {
  /** Returns the request's span, if there are traces. */
  readonly start: (request: FastifyRequest) => RequestTrace | undefined
  readonly finish: (request: FastifyRequest, reply: FastifyReply) => void
}

/** The properties that `beginRequest` adds to Fastify's request. */
export const REQUEST_PROPERTIES = ['end', 'record', 'meter', 'access'] as const

/** A request of any interface. */
export type ServerRequest = Pick<
  FastifyRequest,
  'id' | 'ip' | 'headers' | (typeof REQUEST_PROPERTIES)[number]
>

/** Called first for each request: sets the properties above. */
export type BeginRequest = (request: FastifyRequest, reply: FastifyReply) => void

export function beginRequests(
  db: Database,
  uses: ApiKeyUses,
  { start, finish }: RequestObserver,
  sessions = new KnownSessions(),
): BeginRequest {
  return (request, reply) => {
    request.end = new RequestEnd(request, reply)
    request.record = new RequestRecord(request.raw.socket.bytesWritten, start(request))
    request.meter = new Meter()
    request.access = new Access(db, uses, sessions, request, request.routeOptions.config.interface)
    request.end.on(() => {
      finish(request, reply)
    })
  }
}

const WELL_FORMED = /^[\w.:~+/=-]{1,128}$/

/** The id of a request: the client's `X-Request-Id` if it is well-formed, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}
