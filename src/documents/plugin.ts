import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validate as isUuid } from 'uuid'
import { type Reader, readPage } from '../db/read/read.js'
import { compileSelection } from '../db/read/compiled-selection.js'
import { authorise } from '../domain/access/policy.js'
import type { Session } from '../domain/credential/session.js'
import type { Viewer } from '../domain/access/viewer.js'
import { DomainError } from '../domain/errors.js'
import { HttpError, httpErrorOf } from '../http/http-error.js'
import { refuseOtherMethods } from '../http/mount.js'

interface Services {
  readonly db: Reader['db']
  /** Whose credentials a request carries, whichever face they are for. Refused: UNAUTHENTICATED. */
  readonly authenticate: (headers: FastifyRequest['headers']) => Promise<Session>
}

interface Document {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
  readonly deletedAt: Date | null
}

const shape = compileSelection('Document', {
  name: 'name',
  contentType: 'contentType',
  content: 'content',
  deletedAt: 'deletedAt',
})

/** Serves the files that belong to jobs and assets at `/documents/<uuid>`: always to be saved, never to be shown. */
export const documents =
  ({ db, authenticate }: Services) =>
  (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => {
      const { status, message, headers } = httpErrorOf(error)
      if (status === 500) request.log.error({ err: error }, 'A request failed')
      const body = status === 500 ? { message, request_id: request.id } : { message }
      return reply.status(status).headers(headers).send(body)
    })
    app.get<{ Params: { id: string } }>('/documents/:id', async (request, reply) => {
      const { viewer } = await authenticate(request.headers)
      authorise(viewer, 'document')
      const { name, contentType, content } = await find(db, viewer, request.params.id)
      return reply
        .header('content-type', contentType)
        .header('content-disposition', contentDisposition(name, { type: 'attachment' }))
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(content)
    })
    refuseOtherMethods(app, '/documents/:id', ['GET', 'HEAD'])
    app.all('/documents', nothingHere)
    app.all('/documents/*', nothingHere)
    return Promise.resolve()
  }

const nothingHere = () => {
  throw new HttpError(404, 'There is nothing here.')
}

async function find(db: Services['db'], { companyId }: Viewer, id: string): Promise<Document> {
  if (!isUuid(id)) throw new DomainError('NOT_FOUND', 'There is no such document.')
  const [row] = await readPage({ db, companyId }, shape, {
    where: [({ column, parameter }) => `${column('uuid')} = ${parameter(id, 'uuid')}`],
    order: [],
    limit: 1,
    removed: true,
  })
  const document = row?.record as Document | undefined
  if (!document) throw new DomainError('NOT_FOUND', 'There is no such document.')
  if (document.deletedAt) throw new DomainError('REMOVED', 'This document was removed.')
  return document
}
