import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { readContent } from '../domain/document/content.js'
import { columns, requireRow } from '../http/reader.js'

const file = columns('Document', 'name', 'contentType', 'contentKey', 'size')
const oldFile = columns('Document', 'content')

/** `GET /documents/<uuid>`: the file as an attachment, because a browser must not render it. */
export function serveDownloads(app: FastifyInstance): void {
  const config = { operation: { name: 'downloadDocument', kind: 'query' } } as const
  app.get<{ Params: { id: string } }>('/documents/:id', { config }, async (request, reply) => {
    const domain = await request.access.open('document', true, {})
    const { id } = request.params
    const { name, contentType, contentKey, size } = await requireRow(domain, file, id)
    return reply
      .header('content-type', contentType)
      .header('content-length', size)
      .header('content-disposition', contentDisposition(name, { type: 'attachment' }))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(
        contentKey === null
          ? (await requireRow(domain, oldFile, id)).content
          : Readable.from(readContent(domain, contentKey), { objectMode: false }),
      )
  })
}
