import { createHash } from 'node:crypto'
import type { Place, StoreName } from '../../storage/stores.js'
import { type Domain, transaction, type TransactionDomain } from '../domain.js'
import { PART_BYTES } from './content.js'
import {
  announceObject,
  condemnObjects,
  createObject,
  deleteObject,
  keepObject,
  objectName,
  type ObjectPlace,
} from './objects.js'
import { readContent } from './read-content.js'
import type { StoredContent } from './stored-contents.js'

/** The content is not what its document says. The message is for the operator. */
export class DamagedContentError extends Error {
  override readonly name = 'DamagedContentError'
}

/**
 * Moves content to another place. Readers read the old place until the new one has all bytes and was read back. One transaction
 * then changes the place, and after it the old bytes are deleted. Returns false if the content was deleted or moved in the meantime.
 */
export async function moveContent(
  domain: Domain,
  content: StoredContent,
  to: Place,
): Promise<boolean> {
  const { object } = content
  const isMoved = await (to === 'database'
    ? moveToDatabase(domain, content)
    : moveToStore(domain, content, to))
  if (isMoved && object) await deleteObject(domain.db, object)
  return isMoved
}

async function moveToStore(
  domain: Domain,
  content: StoredContent,
  store: StoreName,
): Promise<boolean> {
  const { db, viewer } = domain
  const { companyId } = viewer
  const { key } = content
  const place = await announceObject(db, companyId, key, store)
  let isMoved = false
  try {
    const object = await createObject(db, place)
    try {
      const parts = readContent(domain, key)
      const written = async function* () {
        for await (const part of parts) {
          await object.write(part)
          yield part
        }
      }
      await object.complete(await checkContent(written(), content))
    } finally {
      await object.discard()
    }
    await checkContent(await db.stores.require(store).open(objectName(place), 0), content)
    isMoved = await transaction(domain, async (tx) => {
      if (!(await leave(tx, content))) return false
      await tx.db.write({
        name: 'delete-content',
        text: 'delete from document_content where company_id = $1 and key = $2',
        values: [companyId, key],
      })
      // Rolls back: otherwise nothing would have the content.
      if (!(await keepObject(tx.db, place, tx.now()))) throw new Error('took more than a day')
      return true
    })
    return isMoved
  } finally {
    if (!isMoved) await abandon(domain, place)
  }
}

/** If this fails, the cleanup does it after a day. */
async function abandon({ db, now }: Domain, place: ObjectPlace): Promise<void> {
  const { companyId, id } = place
  await condemnObjects(db, companyId, { id }, now())
  await deleteObject(db, place)
}

async function moveToDatabase(domain: Domain, content: StoredContent): Promise<boolean> {
  const parts: Buffer[] = []
  const read = async function* () {
    for await (const part of readContent(domain, content.key)) {
      parts.push(part)
      yield part
    }
  }
  await checkContent(read(), content)
  const bytes = Buffer.concat(parts)
  return transaction(domain, async (tx) => {
    if (!(await leave(tx, content))) return false
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      await tx.db.write({
        name: 'move-part',
        text: 'insert into document_content (company_id, key, position, content) values ($1, $2, $3, $4)',
        values: [
          tx.viewer.companyId,
          content.key,
          at / PART_BYTES,
          bytes.subarray(at, at + PART_BYTES),
        ],
      })
    }
    return true
  })
}

/** Locks the content, and condemns the object that has had it. Returns false if the content is not there any more. */
async function leave({ db, viewer, now }: TransactionDomain, { key, object }: StoredContent) {
  const { companyId } = viewer
  await db.write({
    name: 'lock-upload',
    text: 'select 1 from document_upload where company_id = $1 and key = $2 for update',
    values: [companyId, key],
  })
  const { rows } = await db.write({
    name: 'lock-document',
    text: 'select 1 from document where company_id = $1 and content_key = $2 for update',
    values: [companyId, key],
  })
  if (rows.length === 0) return false
  if (!object) return true
  return (await condemnObjects(db, companyId, { id: object.id }, now())).length > 0
}

/** Reads content to its end. Returns its SHA-256. Throws a `DamagedContentError` if it is not that of its document. */
export async function checkContent(
  parts: AsyncIterable<Buffer>,
  { size, sha256 }: Pick<StoredContent, 'size' | 'sha256'>,
): Promise<Buffer> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of parts) {
    hash.update(part)
    bytes += part.length
  }
  if (bytes !== size) throw new DamagedContentError(`has ${bytes} bytes instead of ${size}`)
  const digest = hash.digest()
  if (sha256 && !digest.equals(sha256)) throw new DamagedContentError('has another SHA-256')
  return digest
}
