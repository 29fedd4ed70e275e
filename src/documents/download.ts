import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.js'
import { MAX_INT32 } from '../db/read/statement.js'
import { type ContentSource, readContent } from '../domain/document/read-content.js'
import { SHOWN_TYPES } from '../domain/document/content-type.js'
import type { Link } from '../domain/document/link.js'
import { type LinkedDocument, openLink } from '../domain/document/open-link.js'
import type { Images } from '../images/images.js'
import { columns, requireRow } from '../http/reader.js'
import { KEPT, sendThumbnail } from './thumbnail.js'

const file = columns('Document', 'id', 'name', 'contentType', 'contentKey', 'size')
const oldFile = columns('Document', 'content', 'contentKey')

interface Route {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Record<string, unknown>>
}

/** `GET /documents/<uuid>`: a file, with credentials or with the signature of a link. */
export function serveDownloads(app: FastifyInstance, db: Database, images: Images): void {
  const config = { operation: { name: 'downloadDocument', kind: 'query' } } as const
  app.get<Route>('/documents/:id', { config }, (request, reply) => {
    const link = linkIn(request)
    // Until the content can be read: caches must not keep a failure.
    reply.header('cache-control', 'no-store')
    return link ? followLink(db, images, link, request, reply) : download(request, reply)
  })
}

/** As an attachment, because a browser must not render it. */
async function download(request: FastifyRequest<Route>, reply: FastifyReply) {
  const domain = await request.access.open('document', true, {})
  const { id } = request.params
  const found = await requireRow(domain, file, id)
  // Read again, because a command may have moved the content in the meantime.
  request.leaveLane()
  const { content, contentKey } =
    found.contentKey === null ? await requireRow(domain, oldFile, id) : { ...found, content: null }
  const old = content && Buffer.from(content)
  return send(reply, domain, { ...found, contentKey, content: old }, 'attachment', 'no-store')
}

async function followLink(
  db: Database,
  images: Images,
  link: Link,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
) {
  const { access } = request
  const { companyId } = link
  const own = db.forCaller({ ...access.caller, companyId })
  const found = await openLink(own, link, new Date())
  request.leaveLane()
  access.identify({ companyId })
  reply
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    // Pages of other origins show the image.
    .header('cross-origin-resource-policy', 'cross-origin')
  const source = { db: own, viewer: { companyId } }
  if (link.size !== undefined)
    return sendThumbnail(request, reply, source, found, link.size, images)
  // The browser decodes these as images, whatever other content they have.
  const disposition = SHOWN_TYPES.includes(found.contentType) ? 'inline' : 'attachment'
  return send(reply, source, found, disposition, KEPT)
}

async function send(
  reply: FastifyReply,
  source: ContentSource,
  { name, contentType, contentKey, content, size }: LinkedDocument,
  type: 'attachment' | 'inline',
  cacheControl: string,
) {
  const body = contentKey === null ? content : await beginReading(readContent(source, contentKey))
  return reply
    .header('cache-control', cacheControl)
    .header('content-type', contentType)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name, { type }))
    .header('x-content-type-options', 'nosniff')
    .send(body)
}

/** Waits for the first part, so that a store that cannot be reached leads to 503, and not to a body that ends too early. */
async function beginReading(parts: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await parts.next()
  const all = async function* () {
    if (first.done) return
    try {
      yield first.value
      yield* parts
    } finally {
      await parts.return(undefined)
    }
  }
  return Readable.from(all(), { objectMode: false })
}

/** The link that a request follows; undefined if it has no signature. Malformed values become ones that no link has. */
function linkIn({ params, query }: FastifyRequest<Route>): Link | undefined {
  const { company, expires, size, signature } = query
  if (signature === undefined) return undefined
  const companyId = Number(company)
  return {
    companyId: Number.isInteger(companyId) && companyId <= MAX_INT32 ? companyId : 0,
    uuid: params.id.toLowerCase(),
    expires: Number(expires) || 0,
    size: typeof size === 'string' || size === undefined ? size : '',
    signature: typeof signature === 'string' ? signature : '',
  }
}
