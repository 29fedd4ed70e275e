import type { Database } from '../../db/connect.js'
import { ObjectMissingError } from '../../storage/object-store.js'
import { hasContent, objectName } from './objects.js'

/** What content is read from. `db` is that of the company. */
export interface ContentSource {
  readonly db: Database
  readonly viewer: { readonly companyId: number }
}

/** The content of a document: of an old one in its row, of all others by a key. */
export interface DocumentContent {
  readonly contentKey: string | null
  /** Null if there is a key. */
  readonly content: Buffer | null
}

/** Reads the content of a document, old or not. */
export async function* readDocument(
  source: ContentSource,
  { contentKey, content }: DocumentContent,
): AsyncGenerator<Buffer> {
  if (contentKey !== null) yield* readContent(source, contentKey)
  else if (content) yield content
}

/**
 * Reads content, one part at a time, wherever it is. Content is in the database or in one object: whatever moves it changes both in one
 * transaction. If it is moved while it is read, the rest is read from its new place.
 */
export async function* readContent(source: ContentSource, key: string): AsyncGenerator<Buffer> {
  const progress = { sent: 0 }
  let missing: string | undefined
  for (;;) {
    const object = yield* readParts(source, key, progress, missing !== undefined)
    if (object === undefined) return
    const name = objectName({ companyId: source.viewer.companyId, id: object.id })
    try {
      const stream = await source.db.stores.require(object.store).open(name, progress.sent)
      for await (const part of stream as AsyncIterable<Buffer>) yield part
      return
    } catch (error) {
      if (!(error instanceof ObjectMissingError) || object.id === missing) throw error
      missing = object.id
    }
  }
}

/**
 * Reads the parts in the database, without the bytes that were sent already. Returns the object that has the content after the last
 * part, if there is one.
 */
async function* readParts(
  source: ContentSource,
  key: string,
  progress: { sent: number },
  onPrimary: boolean,
) {
  let skipped = 0
  const toSkip = progress.sent
  for (let position = 0; ; position += 1) {
    const { base64, id, store } = await find(source, key, position, onPrimary)
    if (base64 === null) return id === null || store === null ? undefined : { id, store }
    const content = Buffer.from(base64, 'base64')
    const rest = content.subarray(Math.min(content.length, toSkip - skipped))
    skipped += content.length - rest.length
    progress.sent += rest.length
    if (rest.length > 0) yield rest
  }
}

interface Found {
  /** A part. node-postgres would receive it in hexadecimal, which takes half as much memory again. */
  readonly base64: string | null
  /** The object that has the content. */
  readonly id: string | null
  readonly store: string | null
}

/** A replica may not know yet that the content was moved. */
async function find(
  { db, viewer: { companyId } }: ContentSource,
  key: string,
  position: number,
  onPrimary: boolean,
): Promise<Found> {
  const statement = { name: 'read-content', text: FIND, values: [companyId, key, position] }
  const { rows } = onPrimary
    ? await db.write<Found>(statement)
    : await db.read<Found>(statement, { quick: true })
  return rows[0] ?? { base64: null, id: null, store: null }
}

const FIND = `
select encode(p.content, 'base64') as base64, o.id, o.store
from company c
left join document_content p on p.company_id = $1 and p.key = $2 and p.position = $3
left join document_object o on ${hasContent('$2')}
where c.id = $1`
