import { DomainError } from '../errors.js'
import { type ContentSource, type DocumentContent, readDocument } from './read-content.js'
import {
  documentSizes,
  IMAGE_TYPES,
  type ThumbnailFormat,
  type ThumbnailSize,
} from './document-size.js'

/** A document, and how to read its content. */
export interface ImageDocument extends DocumentContent {
  readonly id: number
  readonly contentType: string
}

export interface WantedThumbnail {
  readonly size: ThumbnailSize
  readonly format: ThumbnailFormat
}

/** What makes smaller copies of images. */
export interface ImageMaker {
  /**
   * Calls `work` when it is the turn of the company. Throws OVERLOADED if too many wait. `make` returns undefined if the image cannot
   * be decoded.
   */
  inTurn<Result>(companyId: number, work: (make: MakeThumbnail) => Promise<Result>): Promise<Result>
}

export type MakeThumbnail = (
  job: {
    readonly contentType: string
    readonly longerSide: number
    readonly format: ThumbnailFormat
  },
  content: AsyncIterable<Uint8Array>,
) => Promise<Uint8Array | undefined>

/**
 * A smaller copy of an image. It is made when it is first requested, and kept as long as the document. Throws NOT_FOUND if the document
 * is not an image or cannot be decoded, and OVERLOADED.
 */
export async function thumbnailOf(
  source: ContentSource,
  document: ImageDocument,
  wanted: WantedThumbnail,
  images: ImageMaker,
): Promise<Buffer> {
  const { id, contentType } = document
  if (!IMAGE_TYPES.includes(contentType)) throw notFound('The document is not an image.')
  const kept = await findKept(source, id, wanted)
  const found =
    kept ??
    (await images.inTurn(source.viewer.companyId, async (make) => {
      // Another request may have made it while this one waited.
      const now = await findKept(source, id, wanted)
      if (now) return now
      const { size, format } = wanted
      const job = { contentType, longerSide: documentSizes[size], format }
      const made = await make(job, readDocument(source, document))
      const content = made ? Buffer.from(made) : null
      // If it cannot be kept, because the document is deleted or the database only reads, it is sent all the same.
      await keep(source, id, wanted, content).catch(() => undefined)
      return { content }
    }))
  if (!found.content)
    throw notFound('The image cannot be decoded. The link to the original opens it.')
  return found.content
}

const notFound = (message: string) => new DomainError('NOT_FOUND', message)

/** The content is null if the image cannot be decoded. */
interface Kept {
  readonly content: Buffer | null
}

async function findKept(
  { db, viewer: { companyId } }: ContentSource,
  id: number,
  { size, format }: WantedThumbnail,
): Promise<Kept | undefined> {
  const { rows } = await db.read<{ content: Buffer | null }>(
    {
      name: 'read-thumbnail',
      text: `select content from document_thumbnail
        where company_id = $1 and document_id = $2 and size = $3 and format = $4`,
      values: [companyId, id, size, format],
    },
    { quick: true },
  )
  return rows[0]
}

async function keep(
  { db, viewer: { companyId } }: ContentSource,
  id: number,
  { size, format }: WantedThumbnail,
  content: Buffer | null,
): Promise<void> {
  await db.write({
    name: 'keep-thumbnail',
    text: `insert into document_thumbnail (company_id, document_id, size, format, content)
      values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [companyId, id, size, format, content],
  })
}
