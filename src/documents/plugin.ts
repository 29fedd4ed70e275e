import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connect.js'
import { authorise } from '../domain/access/policy.js'
import { databaseFor, type Session } from '../domain/credential/session.js'
import { callerOfRequest } from '../http/caller.js'
import type { GivenCredentials } from '../http/credentials.js'
import { refuseOtherMethods } from '../http/method-not-allowed.js'
import { formatErrors, respondNotFound } from '../http/mount.js'
import { columns, requireRow } from '../http/reader.js'
import { nameInterface } from '../telemetry/name-interface.js'

interface Services {
  readonly db: Database
  /** Accepts the credentials of every API. Throws UNAUTHENTICATED if they are missing or invalid. */
  readonly authenticate: (db: Database, credentials: GivenCredentials) => Promise<Session>
}

const file = columns('Document', 'name', 'contentType', 'content')

/**
 * Serves the documents of jobs and assets at `/documents/<uuid>`, as attachments, because a browser must not render
 * them.
 */
export const documents =
  ({ db: database, authenticate }: Services) =>
  async (app: FastifyInstance): Promise<void> => {
    nameInterface(app, 'documents')
    formatErrors(app, ({ status, message }, { id }) =>
      status === 500 ? { message, request_id: id } : { message },
    )
    const config = { operation: { name: 'downloadDocument', kind: 'query' } } as const
    app.get<{ Params: { id: string } }>('/documents/:id', { config }, async (request, reply) => {
      const requestDb = database.forCaller(callerOfRequest(request))
      const session = await authenticate(requestDb, request.meter.credentials)
      const { viewer } = session
      request.meter.authenticated(viewer)
      request.record.identify(viewer)
      authorise(viewer, 'document')
      const db = databaseFor(requestDb, session, true)
      const document = await requireRow({ db, viewer }, file, request.params.id)
      return reply
        .header('content-type', document.contentType)
        .header('content-disposition', contentDisposition(document.name, { type: 'attachment' }))
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(document.content)
    })
    refuseOtherMethods(app, '/documents/:id', ['GET', 'HEAD'])
    respondNotFound(app, ['/documents', '/documents/*'])
  }
