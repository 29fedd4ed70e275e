import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../http/method-not-allowed.js'
import { formatErrors, respondNotFound } from '../http/mount.js'
import { columns, requireRow } from '../http/reader.js'
import { nameInterface } from '../request/record.js'

const file = columns('Document', 'name', 'contentType', 'content')

/**
 * Serves the documents of jobs and assets at `/documents/<uuid>`, as attachments, because a browser must not render
 * them.
 */
export async function documents(app: FastifyInstance): Promise<void> {
  nameInterface(app, 'documents')
  formatErrors(app, ({ status, message }, { id }) =>
    status === 500 ? { message, request_id: id } : { message },
  )
  const config = { operation: { name: 'downloadDocument', kind: 'query' } } as const
  app.get<{ Params: { id: string } }>('/documents/:id', { config }, async (request, reply) => {
    const domain = await request.access.open('document', true, {})
    const document = await requireRow(domain, file, request.params.id)
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
