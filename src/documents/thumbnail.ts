import { parse } from 'node:path'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import {
  isThumbnailSize,
  thumbnailFormats,
  type ThumbnailType,
} from '../domain/document/document-size.js'
import { LINK_SECONDS } from '../domain/document/link.js'
import type { LinkedDocument } from '../domain/document/open-link.js'
import { thumbnailOf } from '../domain/document/thumbnail.js'
import { addVary } from '../http/content-negotiation.js'
import { pathNotFound } from '../http/http-error.js'
import type { Images } from '../images/images.js'

/**
 * The share of the time of the image process that is charged. The process does one job at a time, with the lowest priority: what it uses
 * in 10 s can then be the budget of one user, but a page with many new photographs does not exhaust it.
 */
const CHARGED_SHARE = 0.2

/** What caches do with the content of a link. */
export const KEPT = `private, max-age=${LINK_SECONDS}, immutable`

/** The client must name WebP: others accept every type without being able to show it. */
const TYPES = Object.keys(thumbnailFormats) as ThumbnailType[]

/** Sends a smaller copy of an image, in the best format that the client accepts. */
export async function sendThumbnail(
  request: FastifyRequest,
  reply: FastifyReply,
  source: Parameters<typeof thumbnailOf>[0],
  document: LinkedDocument,
  size: string,
  images: Images,
) {
  if (!isThumbnailSize(size)) throw pathNotFound()
  const { end, meter, headers } = request
  const type = acceptedType(headers.accept)
  const maker = images.for({
    onLeave: (leave) => {
      if (end.isReached) leave()
      else end.on(leave)
    },
    charge: (processorMs) => {
      meter.chargePieces(processorMs * CHARGED_SHARE)
    },
  })
  const wanted = { size, format: thumbnailFormats[type] }
  const content = await thumbnailOf(source, document, wanted, maker)
  const name = `${parse(document.name).name}.${wanted.format}`
  addVary(reply, 'Accept')
  return reply
    .header('cache-control', KEPT)
    .header('content-type', type)
    .header('content-length', content.length)
    .header('content-disposition', contentDisposition(name, { type: 'inline' }))
    .header('x-content-type-options', 'nosniff')
    .send(content)
}

function acceptedType(accept = '*/*'): ThumbnailType {
  const found = new Negotiator({ headers: { accept } }).mediaType([...TYPES])
  const isNamed = /\bimage\/webp\b/i.test(accept)
  return found === 'image/webp' && !isNamed
    ? 'image/jpeg'
    : ((found ?? 'image/jpeg') as ThumbnailType)
}
